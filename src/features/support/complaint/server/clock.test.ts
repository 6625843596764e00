/** Complaints over time: the calendar, reminders and missed deadlines, closing and erasure; on a real database. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { codeOf, complaintsOf } from "#tests/support/complaint.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { transact } from "#server/database.server.ts";
import { complaintReasons } from "../contract.ts";
import { forgetComplaints } from "./index.ts";
import { clockSweep } from "./sweeps.ts";

// Saturday; the tenth working day is Friday 4 December.
const app = await testApp({ start: "2026-11-21T10:00:00+07:00" });
const { services } = app;
const { database } = services;
const { key, handedIn, support, admin, mailsTo, ticketOf, caseOf, act, dayLater, photo, upload } = complaintsOf(app);

describe("the calendar", () => {
  it("is entered by an admin, counts for new complaints at once, and never moves a day that was told", async () => {
    const before = await handedIn();
    const entry = { day: "2026-11-25", kind: "NATIONAL", name: "Hari pemungutan suara", source: "Keppres contoh" };
    expect(codeOf(await support.post("/api/staff/complaint-holidays", entry))).toEqual([403, "NOT_ALLOWED"]);
    expect((await admin.post("/api/staff/complaint-holidays", entry)).status).toBe(200);
    expect((await ticketOf(before)).dueOn).toBe("2026-12-04");
    expect((await ticketOf(await handedIn())).dueOn).toBe("2026-12-07");
    app.clock.advance(1000);
    expect((await admin.post("/api/staff/complaint-holidays", { ...entry, kind: "WORKDAY" })).status).toBe(200);
    expect((await ticketOf(await handedIn())).dueOn).toBe("2026-12-04");
    expect(codeOf(await admin.post("/api/staff/complaint-holidays", { ...entry, day: "2026-11-20" }))).toEqual([
      409,
      "HOLIDAY_OUT_OF_REACH",
    ]);
    const listed = (await support.get("/api/staff/complaint-holidays?year=2026")).body;
    expect(listed).toMatchObject({ year: 2026, isDecreed: true });
    expect(listed.items).toContainEqual(expect.objectContaining({ day: "2026-12-24", kind: "JOINT_LEAVE" }));
    expect((await support.get("/api/staff/complaint-holidays?year=2027")).body.isDecreed).toBe(false);
    expect((await app.client().get("/api/complaint/terms")).body).toEqual({
      answerWorkingDays: 10,
      extensionWorkingDays: 10,
    });
  });

  it("keeps every entry: events and days off cannot be changed in the database", async () => {
    await expect(database.updateTable("business_holiday").set({ name: "x" }).execute()).rejects.toThrow(/append-only/);
    await expect(database.deleteFrom("complaint_event").execute()).rejects.toThrow(/append-only/);
  });
});

describe("forgetting", () => {
  it("takes address, texts and photos of a borrower away and leaves state and dates", async () => {
    const borrowerId = services.random.uuid();
    const client = await app.loggedIn(borrowerId);
    const handed = await handedIn({}, client);
    const { number, email } = handed;
    expect((await upload(handed, await photo(33))).status).toBe(200);
    const { objectKey } = await database
      .selectFrom("complaint_photo")
      .innerJoin("complaint", "complaint.id", "complaint_photo.complaintId")
      .select("objectKey")
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    const { storage } = services.outside;
    expect(await storage.get(objectKey)).toBeDefined();
    await transact(database, async (trx) => {
      await forgetComplaints(services, trx, borrowerId);
      await services.keys.borrowerKeys.shred(trx, borrowerId, app.clock.now());
    });
    await app.settle();
    expect(await storage.get(objectKey)).toBeUndefined();
    expect(codeOf(await client.get("/api/complaint/ticket"))).toEqual([410, "COMPLAINT_GONE"]);
    expect(codeOf(await upload(handed, await photo(34)))).toEqual([410, "COMPLAINT_GONE"]);
    for (const [path, body] of [
      ["message", { text: "Halo" }],
      ["refusal", { text: "Halo" }],
    ] as const)
      expect(["COMPLAINT_GONE", "COMPLAINT_STATE"]).toContain(
        (await client.post(`/api/complaint/ticket/${path}`, body, key())).body.status.code,
      );
    expect(codeOf(await act(support, handed, "answer", { text: "Halo" }))).toEqual([410, "COMPLAINT_GONE"]);
    expect(codeOf(await act(support, handed, "unmask", { reason: "Surat kembali, cek." }))).toEqual([
      410,
      "COMPLAINT_GONE",
    ]);
    expect(await caseOf(handed)).toMatchObject({ maskedEmail: "", photos: [], messages: [{ text: null }] });
    expect((await app.client().post("/api/complaint/open", { number, email })).status).toBe(404);
  });
});

describe("the clock", () => {
  it("reminds staff before the day, tells the person when it is missed, and counts it", async () => {
    const handed = await handedIn();
    const causes = async () => (await caseOf(handed)).events.map(({ cause }: { cause: string }) => cause);
    // Sunday 22 to Tuesday 1 December: three working days remain.
    dayLater(10);
    await app.settle();
    expect(await causes()).not.toContain("DUE_SOON");
    dayLater(1);
    await app.settle();
    expect(await causes()).toContain("DUE_SOON");
    expect(await caseOf(handed)).toMatchObject({ isDueSoon: true, isOverdue: false, workingDaysLeft: 2 });
    dayLater(2);
    await app.settle();
    expect(await causes()).not.toContain("OVERDUE");
    // On its last day it may still be extended.
    expect(await caseOf(handed)).toMatchObject({ isOverdue: false, extendableTo: expect.any(String) });
    dayLater(1);
    await app.settle();
    await app.settle();
    expect((await causes()).filter((cause: string) => cause === "OVERDUE")).toHaveLength(1);
    expect(await caseOf(handed)).toMatchObject({ isOverdue: true, outsideWay: true, extendableTo: null });
    expect((await mailsTo(handed.email)).some(({ subject }) => subject.includes("terlambat"))).toBe(true);
    expect(codeOf(await act(support, handed, "extension", { reason: "Terlambat meminta perpanjangan." }))).toEqual([
      409,
      "COMPLAINT_STATE",
    ]);
    await act(support, handed, "answer", { text: "Maaf terlambat." });
    expect((await caseOf(handed)).answeredInTime).toBe(false);
  });

  it("struck by five processes at once strikes once", async () => {
    const handed = await handedIn();
    dayLater(21);
    await Promise.all(Array.from({ length: 5 }, () => clockSweep.run(services)));
    await app.settle();
    const causes = (await caseOf(handed)).events.map(({ cause }: { cause: string }) => cause);
    expect(causes.filter((cause: string) => cause === "OVERDUE")).toHaveLength(1);
    expect((await mailsTo(handed.email)).filter(({ subject }) => subject.includes("terlambat"))).toHaveLength(1);
  });

  it("warns and then closes what nobody replied to", async () => {
    const handed = await handedIn();
    await act(support, handed, "answer", { text: "Sudah kami periksa." });
    dayLater(11);
    await app.settle();
    expect((await mailsTo(handed.email)).some(({ subject }) => subject.includes("akan ditutup"))).toBe(true);
    dayLater(10);
    await app.settle();
    expect(await caseOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "UNANSWERED" });
  });

  it("tells the public how many came, are settled and were in time, by year and reason", async () => {
    const { items } = (await app.client().get("/api/complaint/statistics")).body as {
      items: { year: number; reason: string; received: number; resolved: number; withinDays: number }[];
    };
    const [{ total }] = (await database
      .selectFrom("complaint")
      .select((select) => select.fn.countAll<number>().as("total"))
      .execute()) as [{ total: number }];
    expect(items.reduce((sum, one) => sum + one.received, 0)).toBe(total);
    for (const one of items) {
      expect(one.year).toBe(2026);
      expect(complaintReasons).toContain(one.reason);
      expect(one.withinDays).toBeLessThanOrEqual(one.received);
      expect(one.resolved).toBeLessThanOrEqual(one.received);
    }
  });

  it("tells the same as every complaint counted anew, and reads none of them for it", async () => {
    const { rows } = await sql`
      select extract(year from received_at at time zone 'Asia/Jakarta')::integer as year, reason, count(*) as received,
        count(*) filter (where state in ('ANSWERED', 'CLOSED') and close_cause is distinct from 'REFUSED_AGAIN') as resolved,
        count(*) filter (where answered_in_time) as "withinDays"
      from complaint group by 1, 2 order by 1 desc, 2`.execute(database);
    const anybody = app.client();
    let told: unknown;
    const asked = await statementsOf(async () => (told = (await anybody.get("/api/complaint/statistics")).body.items));
    expect(told).toEqual(rows);
    expect(asked.filter(({ text }) => /from "?complaint"?[ ;]/.test(text))).toEqual([]);
  });

  it("forgets a visitor's complaint five years after it was closed", async () => {
    const handed = await handedIn();
    await handed.client.post("/api/complaint/ticket/acceptance", {}, key());
    dayLater(5 * 365 - 10);
    await app.settle();
    expect((await caseOf(handed)).messages[0].text).not.toBeNull();
    dayLater(20);
    await app.settle();
    const row = await database
      .selectFrom("complaint")
      .selectAll()
      .where("id", "=", handed.complaintId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ emailSealed: "", emailIndex: "", state: "CLOSED" });
    expect(
      (
        await database
          .selectFrom("borrower_key")
          .select("wrapped")
          .where("borrowerId", "=", row.ownerId)
          .executeTakeFirst()
      )?.wrapped,
    ).toBeNull();
  }, 60_000);
});
