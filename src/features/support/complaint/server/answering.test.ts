/** Staff answer complaints over HTTP: claimed, answered, extended, reassigned, listed; on a real database. */
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { codeOf, complaintsOf, supportId } from "#tests/support/complaint.ts";
import { sandboxStaffOf } from "#features/platform/console/server/index.ts";

// Saturday; the tenth working day is Friday 4 December.
const app = await testApp({ start: "2026-11-21T10:00:00+07:00", origins: { kilat: ["https://kilat.example"] } });
const { services } = app;
const { database } = services;
const { key, handedIn, support, colleague, admin, auditor, mailsTo, ticketOf, caseOf, act } = complaintsOf(app);

describe("answering", () => {
  it("goes from taking over to the answer and to the person's word, with a mail at each step", async () => {
    const handed = await handedIn();
    expect((await act(support, handed, "assignment")).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({
      state: "IN_PROGRESS",
      assigneeId: supportId,
      workingDaysLeft: 10,
      maskedEmail: expect.stringContaining("••••"),
      acts: ["TAKE", "ANSWER", "EXTEND", "CLOSE"],
    });
    expect((await act(support, handed, "note", { text: "Menelepon vendor penagihan." })).status).toBe(200);
    expect((await act(colleague, handed, "answer", { text: "Penagih itu kami hentikan." })).status).toBe(200);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({ state: "ANSWERED", mayReply: true, closesOn: "2026-12-04" });
    expect(JSON.stringify(ticket)).not.toContain("vendor");
    expect(JSON.stringify(ticket)).not.toContain(supportId);
    expect((await handed.client.post("/api/complaint/ticket/acceptance", {}, key())).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({
      state: "CLOSED",
      closeCause: "ACCEPTED",
      answeredInTime: true,
      acts: [],
    });
    await app.settle();
    expect((await mailsTo(handed.email)).map(({ subject }) => subject.replace(handed.number, "#")).sort()).toEqual([
      "Jawaban atas pengaduan #",
      "Pengaduan # ditutup",
      "Pengaduan # kami terima",
      "Pengaduan # sedang ditangani",
    ]);
    expect((await caseOf(handed)).mails.every(({ status }: { status: string }) => status === "SENT")).toBe(true);
  });

  it("is done by one of two who answer at the same moment; the other is told that it has moved on", async () => {
    const handed = await handedIn();
    const answers = await Promise.all(
      [support, colleague, admin].map((staff) => act(staff, handed, "answer", { text: "Sudah kami periksa." })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await caseOf(handed)).messages.filter(({ kind }: { kind: string }) => kind === "ANSWER")).toHaveLength(1);
    for (const action of ["assignment", "escalation", "extension", "closure"])
      expect(
        codeOf(
          await act(support, handed, action, action === "assignment" ? {} : { reason: "Sudah dijawab orang lain." }),
        ),
      ).toEqual([409, "COMPLAINT_STATE"]);
  });

  it("opens again after the first refusal, and leads to LAPS SJK after the second", async () => {
    const handed = await handedIn();
    await act(support, handed, "answer", { text: "Kami periksa." });
    expect(
      (await handed.client.post("/api/complaint/ticket/refusal", { text: "Masih ditelepon." }, key())).status,
    ).toBe(200);
    expect(await ticketOf(handed)).toMatchObject({ state: "REOPENED", outsideWay: false, dueOn: "2026-12-04" });
    await act(support, handed, "answer", { text: "Sudah diganti." });
    expect((await handed.client.post("/api/complaint/ticket/refusal", { text: "Belum juga." }, key())).status).toBe(
      200,
    );
    expect(await ticketOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "REFUSED_AGAIN", outsideWay: true });
    await app.settle();
    expect((await mailsTo(handed.email)).some(({ text }) => text.includes("lapssjk.id"))).toBe(true);
  });

  it("takes one extension with a reason that the person is told", async () => {
    const handed = await handedIn();
    expect((await caseOf(handed)).extendableTo).toBe("2026-12-18");
    expect(codeOf(await act(support, handed, "extension", { reason: "Pendek" }))).toEqual([422, "INPUT_INVALID"]);
    expect((await act(support, handed, "extension", { reason: "Menunggu rekaman dari operator." })).status).toBe(200);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({ state: "EXTENDED", dueOn: "2026-12-18", isExtended: true });
    expect(ticket.messages.at(-1)).toMatchObject({ kind: "EXTENSION", text: "Menunggu rekaman dari operator." });
    expect(codeOf(await act(support, handed, "extension", { reason: "Sekali lagi saja, mohon." }))).toEqual([
      409,
      "COMPLAINT_STATE",
    ]);
  });

  it("writes a note, an escalation and an assignment once, however often the button is tapped", async () => {
    const handed = await handedIn();
    const path = `/api/staff/complaints/${handed.complaintId}`;
    for (const [action, body] of [
      ["note", { text: "Sudah ditelepon, tidak diangkat." }],
      ["escalation", { reason: "Menyebut ancaman hukum." }],
      ["assignment", {}],
    ] as const) {
      const sent = key();
      const taps = await Promise.all([1, 2, 3].map(() => support.post(`${path}/${action}`, body, sent)));
      expect(
        taps.map(({ status }) => status),
        action,
      ).toEqual([200, 200, 200]);
      expect(codeOf(await support.post(`${path}/${action}`, body)), action).toEqual([422, "IDEMPOTENCY_KEY_NEEDED"]);
    }
    const found = await caseOf(handed);
    expect(found.messages.filter(({ kind }: { kind: string }) => kind === "NOTE")).toHaveLength(2);
    expect(
      found.events.filter(({ cause }: { cause: string }) => cause === "ESCALATED" || cause === "TAKEN"),
    ).toHaveLength(2);
  });

  it("shows the address for a reason that stays in the trail, and marks what is escalated", async () => {
    const handed = await handedIn();
    expect((await act(support, handed, "unmask", { reason: "Surat kembali, cek alamat." })).body).toEqual({
      email: handed.email,
    });
    const trail = (await (await app.staff(services.random.uuid(), ["auditor"])).get("/api/staff/audit")).body.items;
    expect(trail).toContainEqual(
      expect.objectContaining({
        action: "POST /api/staff/complaints/{complaintId}/unmask",
        reason: "Surat kembali, cek alamat.",
      }),
    );
    expect((await act(support, handed, "escalation", { reason: "Menyangkut vendor penagihan." })).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({ isEscalated: true, state: "RECEIVED" });
    expect((await ticketOf(handed)).messages).toHaveLength(1);
  });

  it("is handed over only to somebody who may answer it", async () => {
    const handed = await handedIn();
    const people = await sandboxStaffOf(services);
    const idOf = async (role: string) => {
      const { email } = people.find(({ roles }) => roles.some((one) => one === role))!;
      return (
        await database
          .selectFrom("staff_member")
          .select("id")
          .where("emailIndex", "=", services.keys.blindIndex("email", `staff:${email}`))
          .executeTakeFirstOrThrow()
      ).id;
    };
    const colleagueId = await idOf("support");
    for (const staffId of [await idOf("auditor"), services.random.uuid()])
      expect(codeOf(await act(support, handed, "assignment", { staffId }))).toEqual([409, "ASSIGNEE_UNFIT"]);
    expect(await caseOf(handed)).toMatchObject({ state: "RECEIVED", assigneeId: null });
    expect((await act(support, handed, "assignment", { staffId: colleagueId })).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({ state: "IN_PROGRESS", assigneeId: colleagueId });
  });

  it("knows no complaint by an invented id", async () => {
    const nobody = { complaintId: services.random.uuid() };
    expect(codeOf(await support.get(`/api/staff/complaints/${nobody.complaintId}`))).toEqual([
      404,
      "COMPLAINT_UNKNOWN",
    ]);
    for (const action of ["answer", "note"])
      expect(codeOf(await act(support, nobody, action, { text: "Halo" }))).toEqual([404, "COMPLAINT_UNKNOWN"]);
    for (const action of ["extension", "closure", "escalation", "unmask"])
      expect(codeOf(await act(support, nobody, action, { reason: "Tidak ada orangnya." }))).toEqual([
        404,
        "COMPLAINT_UNKNOWN",
      ]);
    expect(codeOf(await act(support, nobody, "assignment"))).toEqual([404, "COMPLAINT_UNKNOWN"]);
  });

  it("lists by deadline, by state, reason and assignee, page by page; an auditor reads and does not answer", async () => {
    const handed = await handedIn({ reason: "otp" });
    await act(support, handed, "assignment");
    const ask = async (query: string) =>
      (await support.get(`/api/staff/complaints?${query}`)).body.items as {
        number: string;
        dueOn: string;
        reason: string;
        assigneeId: string | null;
      }[];
    const otp = await ask("about=otp&limit=100");
    expect(otp.map(({ number }) => number)).toContain(handed.number);
    expect(otp.every(({ reason }) => reason === "otp")).toBe(true);
    expect((await ask("assignee=ME&limit=100")).every(({ assigneeId }) => assigneeId === supportId)).toBe(true);
    expect((await ask("assignee=NOBODY&limit=100")).every(({ assigneeId }) => assigneeId === null)).toBe(true);
    expect((await ask("state=RECEIVED&limit=100")).map(({ number }) => number)).not.toContain(handed.number);
    expect((await ask(`number=${handed.number.toLowerCase()}&state=CLOSED`)).map(({ number }) => number)).toEqual([
      handed.number,
    ]);
    expect(await ask("number=ADU-261121-22222222")).toEqual([]);
    for (const cursor of [
      "x",
      "2026-99-99~0190cccc-0000-7000-8000-000000000001",
      "2026-12-04~------------------------------------",
    ])
      expect((await support.get(`/api/staff/complaints?cursor=${cursor}`)).status, cursor).toBe(200);
    const all = await ask("limit=100");
    expect(all.map(({ dueOn }) => dueOn)).toEqual(all.map(({ dueOn }) => dueOn).sort());
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = (
        await support.get(`/api/staff/complaints?limit=3${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`)
      ).body as { items: { number: string }[]; nextCursor: string | null };
      paged.push(...page.items.map(({ number }) => number));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.map(({ number }) => number));
    expect((await auditor.get(`/api/staff/complaints/${handed.complaintId}`)).status).toBe(200);
    expect(codeOf(await act(auditor, handed, "answer", { text: "Halo" }))).toEqual([403, "NOT_ALLOWED"]);
  });
});
