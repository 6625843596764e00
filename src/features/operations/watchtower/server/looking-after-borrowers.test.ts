/**
 * Staff help borrowers: found by a whole identifier, masked, blocked and unblocked, with notes, documents and a
 * timeline.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { transact } from "#server/database.server.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { enteringConsole } from "#tests/support/entering-console.ts";

const app = await testApp({ followsRefusals: false });

const { person, enter, auditOf, newestAudit } = await enteringConsole(app);

describe("looking after borrowers", () => {
  const mobileNumber = "081234567001";
  let borrowerId: string;
  beforeAll(async () => {
    borrowerId = await transact(app.services.database, (trx) => seedBorrower(app.services, trx, { mobileNumber }));
  });

  it("finds a borrower by a whole identifier only", async () => {
    const support = await enter("support");
    const find = (identifier: string) => support.post("/api/staff/borrowers/search", { identifier });
    for (const whole of [mobileNumber, "+62 812-3456-7001", borrowerId])
      expect((await find(whole)).body.found).toEqual([{ borrowerId, to: `/staff/borrowers/${borrowerId}` }]);
    for (const part of ["08123", "siti", "3174", "%", "TN", "ADU-261121", "ADU-261121-22222223"])
      expect((await find(part)).body.status.code).toBe("IDENTIFIER_UNKNOWN");
    expect((await find("081299998888")).body.status.code).toBe("BORROWER_NOT_FOUND");
    expect((await find(app.services.random.uuid())).body.status.code).toBe("BORROWER_NOT_FOUND");
    expect((await find("3174015704940001")).body.status.code).toBe("BORROWER_NOT_FOUND");
    // The audit trail records the kind of the search, never the typed value.
    const trail = (await auditOf()).filter((entry) => entry.action.endsWith("/search"));
    expect(trail.length).toBeGreaterThanOrEqual(10);
    expect(JSON.stringify(trail)).not.toContain("0812");
    expect(trail.at(-1)).toMatchObject({ noted: borrowerId, facts: { kind: "MOBILE", found: 1 } });
  });

  it("leads to a complaint by its whole number, whoever may read complaints", async () => {
    const { number } = await complaintsOf(app).handedIn();
    const find = (role: "support" | "finance") =>
      enter(role).then((staff) =>
        staff.post("/api/staff/borrowers/search", { identifier: ` ${number.toLowerCase()} ` }),
      );
    expect((await find("support")).body).toMatchObject({
      kind: "COMPLAINT",
      found: [{ borrowerId: null, to: `/staff/complaints?number=${number}` }],
    });
    expect((await find("finance")).body.status.code).toBe("IDENTIFIER_UNKNOWN");
  });

  it("shows a page that is masked, and whole data only for a reason that is written down", async () => {
    const support = await enter("support");
    const page = await support.get(`/api/staff/borrowers/${borrowerId}`);
    expect(page.body.maskedMobileNumber).toBe("0812••••001");
    expect(page.text).not.toContain(mobileNumber);
    const unmask = (fields: string[], reason: string) =>
      support.post(`/api/staff/borrowers/${borrowerId}/unmask`, { fields, reason });
    const before = (await auditOf()).length;
    expect((await unmask(["MOBILE_NUMBER"], "short")).body.status.fields[0].code).toBe("REASON_SHORT");
    const shown = await unmask(["MOBILE_NUMBER", "NIK"], "Tiket 4411: peminjam lupa nomornya");
    expect(shown.body.shown).toEqual([
      { field: "MOBILE_NUMBER", values: [{ label: "MOBILE_NUMBER", value: mobileNumber }] },
      { field: "NIK", values: [] },
    ]);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const [entry, refused] = await auditOf();
    expect(entry).toMatchObject({
      action: "POST /api/staff/borrowers/{borrowerId}/unmask",
      borrowerId,
      outcome: "DONE",
      facts: { fields: "MOBILE_NUMBER NIK" },
    });
    expect(refused).toMatchObject({ outcome: "REFUSED", code: "INPUT_INVALID" });
    expect((await auditOf()).length).toBe(before + 2);
    expect(JSON.stringify(await auditOf())).not.toContain(mobileNumber);
    const { items } = (await (await enter("auditor")).get(`/api/staff/audit?borrowerId=${borrowerId}`)).body;
    expect(items.find(({ traceId }: { traceId: string }) => traceId === shown.headers.get("trace-id"))).toMatchObject({
      reason: "Tiket 4411: peminjam lupa nomornya",
    });
  });

  it("keeps unmasking from those who only read, and the attempt is in the trail", async () => {
    const auditor = await enter("auditor");
    expect((await auditor.get(`/api/staff/borrowers/${borrowerId}`)).status).toBe(200);
    expect(
      (
        await auditor.post(`/api/staff/borrowers/${borrowerId}/unmask`, {
          fields: ["NIK"],
          reason: "Ingin melihat saja",
        })
      ).status,
    ).toBe(403);
    expect(await newestAudit()).toMatchObject({ outcome: "REFUSED", code: "NOT_ALLOWED", borrowerId });
  });

  it("blocks and unlocks an account, for a reason", async () => {
    const support = await enter("support");
    const borrower = await app.loggedIn(borrowerId);
    const reason = "Ponsel dilaporkan dicuri";
    expect((await support.post(`/api/staff/borrowers/${borrowerId}/block`, { reason })).body).toEqual({
      blocked: true,
    });
    expect((await borrower.get("/api/credit/limits")).status).toBe(401);
    expect((await support.get(`/api/staff/borrowers/${borrowerId}`)).body.status).toBe("BLOCKED");
    expect(
      (await support.post(`/api/staff/borrowers/${borrowerId}/unlock`, { reason: "Ponsel sudah kembali" })).body,
    ).toMatchObject({ unblocked: true });
    expect((await support.get(`/api/staff/borrowers/${borrowerId}`)).body.status).toBe("ACTIVE");
    expect((await (await enter("finance")).post(`/api/staff/borrowers/${borrowerId}/unlock`, { reason })).status).toBe(
      403,
    );
  });

  it("keeps notes sealed in the database and shows them with their writer", async () => {
    const support = await enter("support");
    const text = "Menelepon soal tagihan <b>penting</b>";
    expect((await support.post(`/api/staff/borrowers/${borrowerId}/notes`, { text })).status).toBe(200);
    const { notes } = (await support.get(`/api/staff/borrowers/${borrowerId}`)).body;
    expect(notes[0]).toMatchObject({ text, staffName: person("support").name });
    const stored = await app.services.database.selectFrom("staff_note").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("tagihan");
  });

  it("tells what happened to a borrower, and who looked", async () => {
    const support = await enter("support");
    const { items } = (await support.get(`/api/staff/borrowers/${borrowerId}/timeline`)).body;
    expect(items.map((item: { what: string }) => item.what)).toContain("REGISTERED");
    expect(items[0]).toMatchObject({ kind: "STAFF", what: "GET /api/staff/borrowers/{borrowerId}/timeline" });
    const own = (await support.get(`/api/staff/borrowers/${borrowerId}/timeline?kind=ACCOUNT`)).body.items;
    expect(new Set(own.map((item: { kind: string }) => item.kind))).toEqual(new Set(["ACCOUNT"]));
  });

  it("shows documents to underwriters alone, and refuses what is not there", async () => {
    const underwriter = await enter("underwriter");
    expect((await underwriter.get(`/api/staff/borrowers/${borrowerId}/documents`)).body).toEqual({
      identity: [],
      kinds: [],
      competitors: [],
      screenshots: [],
      socialAccounts: [],
      optional: null,
      otherText: "",
      faces: [],
      typed: {
        ageYears: null,
        fullName: null,
        maskedNik: null,
        monthlyIncomeRupiah: null,
        nikMatchesBirth: null,
        workingMonths: null,
      },
    });
    expect((await underwriter.get(`/api/staff/borrowers/${borrowerId}/identity/KTP`)).body.status.code).toBe(
      "DOCUMENT_NOT_FOUND",
    );
    expect((await underwriter.get(`/api/staff/borrowers/${borrowerId}/documents/${borrowerId}`)).body.status.code).toBe(
      "DOCUMENT_NOT_FOUND",
    );
    expect((await (await enter("support")).get(`/api/staff/borrowers/${borrowerId}/documents`)).status).toBe(403);
  });

  it("knows no borrower by an invented id", async () => {
    const client = await enter("admin", 1);
    const id = app.services.random.uuid();
    const base = `/api/staff/borrowers/${id}`;
    const reason = "Memeriksa yang tidak ada";
    const answers = [
      await client.get(base),
      await client.get(`${base}/timeline`),
      await client.get(`${base}/documents`),
      await client.post(`${base}/unmask`, { fields: ["NIK"], reason }),
      await client.post(`${base}/unlock`, { reason }),
      await client.post(`${base}/block`, { reason }),
      await client.post(`${base}/notes`, { text: "x" }),
    ];
    expect(answers.map((answer) => answer.body.status.code)).toEqual(answers.map(() => "BORROWER_NOT_FOUND"));
  });

  it("lets nobody collect: searching hundreds an hour is refused", async () => {
    const client = await enter("finance", 1);
    await app.services.database
      .updateTable("rate_counter")
      .set({ count: 120 })
      .where("key", "like", "staff-search:%")
      .execute();
    await client.post("/api/staff/borrowers/search", { identifier: mobileNumber });
    await app.services.database
      .updateTable("rate_counter")
      .set({ count: 120 })
      .where("key", "like", "staff-search:%")
      .execute();
    expect((await client.post("/api/staff/borrowers/search", { identifier: mobileNumber })).body.status.code).toBe(
      "RATE_LIMITED",
    );
  });
});
