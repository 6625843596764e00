/** Money by hand over HTTP: deposits, four eyes, approval tiers by amount; races and repetitions change nothing. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf, historyOfReference } from "#server/ledger/index.ts";
import { lenderForNewLoans } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { proposalKinds } from "#server/four-eyes/proposal-kind.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const lender = (await lenderForNewLoans(database)).id;
const makerId = "0190c000-0000-7000-8000-000000000001";
const checkerId = "0190c000-0000-7000-8000-000000000002";
const bossId = "0190c000-0000-7000-8000-000000000003";
const finance = (id: string) => app.staff(id, ["finance"]);
const boss = () => app.staff(bossId, ["admin"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Seen on today's statement of the escrow account.";
const nextDay = () => clock.advance(86_400_000);
/** Parts are added up over seven days; then a new sum begins. */
const nextWindow = () => clock.advance(8 * 86_400_000);
let references = 0;
const deposit = (more: object = {}) => ({
  lenderId: lender,
  amountRupiah: 5_000_000,
  bankReference: `STMT-${++references}`,
  receivedOn: "2026-11-20",
  reason,
  ...more,
});
const available = () => balanceOf(database, account("LENDER_AVAILABLE", lender));
const checkPath = (proposalId: string) => `/api/staff/money/proposals/${proposalId}/check`;

async function proposed(more: object = {}): Promise<{ proposalId: string; input: ReturnType<typeof deposit> }> {
  const input = deposit(more);
  const made = await (await finance(makerId)).post("/api/staff/money/deposits", input, key());
  expect(made.status, made.text).toBe(200);
  return { proposalId: made.body.proposalId, input };
}

describe("a lender's deposit", () => {
  it("is booked once when somebody else confirms it, as of the day it came in", async () => {
    const before = await available();
    const { proposalId, input } = await proposed();
    expect(await available()).toBe(before);
    const checker = await finance(checkerId);
    const listed = (await checker.get("/api/staff/money/proposals")).body.items;
    expect(listed.find((one: { proposalId: string }) => one.proposalId === proposalId)).toMatchObject({
      deed: "LENDER_DEPOSIT",
      amountRupiah: 5_000_000,
      makerId,
      tierRupiah: null,
      mayCheck: true,
      facts: { lenderId: lender },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checker.post(checkPath(proposalId), { approve: true }, key())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status?.code === "PROPOSAL_UNKNOWN")).toHaveLength(9);
    expect(await available()).toBe(before + 5_000_000);
    expect(await historyOfReference(database, `lender_deposit_${input.bankReference}`)).toMatchObject([
      { amount: 5_000_000, valueDate: "2026-11-20", debitAccountId: "ESCROW" },
    ]);
    const again = await (await finance(makerId)).post("/api/staff/money/deposits", input, key());
    expect(again.body.status.code).toBe("DEPOSIT_BOOKED");
    expect((await checker.get("/api/staff/money/proposals?state=DONE")).body.items[0]).toMatchObject({
      proposalId,
      state: "CONFIRMED",
      checkerId,
    });
    expect((await checker.get("/api/staff/money/lenders")).body.items).toContainEqual(
      expect.objectContaining({ lenderId: lender, availableRupiah: before + 5_000_000 }),
    );
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("is refused where it cannot be true, and waits once", async () => {
    const maker = await finance(makerId);
    const codeOf = async (more: object) =>
      (await maker.post("/api/staff/money/deposits", deposit(more), key())).body.status.code;
    expect(await codeOf({ lenderId: "NOBODY" })).toBe("LENDER_UNKNOWN");
    expect(await codeOf({ receivedOn: "2026-11-22" })).toBe("DEPOSIT_DATE");
    expect(await codeOf({ amountRupiah: 0 })).toBe("INPUT_INVALID");
    // Money received today can be proposed today.
    await proposed({ receivedOn: "2026-11-21" });
    const { input } = await proposed();
    expect((await maker.post("/api/staff/money/deposits", input, key())).body.status.code).toBe("PROPOSAL_OPEN");
  });

  it("that was booked meanwhile cannot be carried out, and stays to be refused", async () => {
    const { proposalId, input } = await proposed();
    const checker = await finance(checkerId);
    // As if this line had been booked by hand in between.
    await checker.post(checkPath(proposalId), { approve: true }, key());
    await database
      .updateTable("proposal")
      .set({ state: "OPEN", checkerId: null, endedAt: null })
      .where("id", "=", proposalId)
      .execute();
    const before = await available();
    expect((await checker.post(checkPath(proposalId), { approve: true }, key())).body.status.code).toBe(
      "PROPOSAL_STALE",
    );
    // Checked again when carried out, whatever was found before.
    const { carryOut } = proposalKinds(services).get("money.lender_deposit")!;
    const row = await database
      .selectFrom("proposal")
      .selectAll()
      .where("id", "=", proposalId)
      .executeTakeFirstOrThrow();
    const about = { subjectId: row.subjectId, amountRupiah: row.amountRupiah, payload: row.payload };
    const carried = transact(database, (trx) => carryOut(services, trx, about as never, checkerId, "id"));
    await expect(carried).rejects.toMatchObject({ code: "PROPOSAL_STALE" });
    expect((await checker.post(checkPath(proposalId), { approve: false }, key())).body).toEqual({ state: "REFUSED" });
    expect([await available(), input.amountRupiah]).toEqual([before, 5_000_000]);
  });
});

describe("four eyes", () => {
  it("are two people at two browsers", async () => {
    const { proposalId } = await proposed();
    const maker = await finance(makerId);
    expect((await maker.post(checkPath(proposalId), { approve: true }, key())).body.status.code).toBe(
      "MAKER_IS_CHECKER",
    );
    const row = await database
      .selectFrom("proposal")
      .select("makerDevice")
      .where("id", "=", proposalId)
      .executeTakeFirstOrThrow();
    const theirs = services.keys.blindIndex("device", `device-of-${checkerId}`);
    await database.updateTable("proposal").set({ makerDevice: theirs }).where("id", "=", proposalId).execute();
    expect(
      (await (await finance(checkerId)).post(checkPath(proposalId), { approve: true }, key())).body.status.code,
    ).toBe("SAME_DEVICE");
    await database.updateTable("proposal").set({ makerDevice: row.makerDevice }).where("id", "=", proposalId).execute();
    expect((await (await finance(checkerId)).post(checkPath(proposalId), { approve: false }, key())).body).toEqual({
      state: "REFUSED",
    });
  });

  it("reach only to the tier of their permission; the highest may, and everybody may refuse", async () => {
    nextWindow();
    const below = await proposed({ amountRupiah: 24_999_999 });
    const checker = await finance(checkerId);
    expect((await checker.post(checkPath(below.proposalId), { approve: true }, key())).body).toEqual({
      state: "CONFIRMED",
    });
    const large = await proposed({ amountRupiah: 25_000_000 });
    const refused = await checker.post(checkPath(large.proposalId), { approve: true }, key());
    expect([refused.status, refused.body.status.code, refused.body.status.data]).toEqual([
      403,
      "CHECKER_TOO_LOW",
      { limit: "Rp 25.000.000" },
    ]);
    expect((await checker.get("/api/staff/money/proposals")).body.items.at(-1)).toMatchObject({
      proposalId: large.proposalId,
      tierRupiah: 25_000_000,
      mayCheck: false,
    });
    expect((await (await boss()).post(checkPath(large.proposalId), { approve: true }, key())).body).toEqual({
      state: "CONFIRMED",
    });
    const third = await proposed({ amountRupiah: 30_000_000 });
    expect((await checker.post(checkPath(third.proposalId), { approve: false }, key())).body).toEqual({
      state: "REFUSED",
    });
  });

  it("add up the parts of seven days: what one person proposed for a lender, and what one has confirmed, whoever proposed it", async () => {
    nextWindow();
    const first = await proposed({ amountRupiah: 20_000_000 });
    const second = await proposed({ amountRupiah: 20_000_000 });
    const checker = await finance(checkerId);
    const open = async () => (await checker.get("/api/staff/money/proposals?limit=100")).body.items;
    const shown = async (proposalId: string) =>
      (await open()).find((one: { proposalId: string }) => one.proposalId === proposalId);
    expect(await shown(first.proposalId)).toMatchObject({
      amountRupiah: 20_000_000,
      dayRupiah: 20_000_000,
      tierRupiah: null,
      mayCheck: true,
    });
    expect(await shown(second.proposalId)).toMatchObject({
      amountRupiah: 20_000_000,
      dayRupiah: 40_000_000,
      tierRupiah: 25_000_000,
      mayCheck: false,
    });
    expect((await checker.post(checkPath(second.proposalId), { approve: true }, key())).body.status.code).toBe(
      "CHECKER_TOO_LOW",
    );
    expect((await checker.post(checkPath(first.proposalId), { approve: true }, key())).body).toEqual({
      state: "CONFIRMED",
    });
    // Another maker, the same checker, concurrently: one of them exceeds the limit.
    const byOthers = await Promise.all(
      [0, 1].map(
        async (at) =>
          (
            await (
              await finance(`0190c000-0000-7000-8000-00000000001${at}`)
            ).post("/api/staff/money/deposits", deposit({ amountRupiah: 4_000_000 }), key())
          ).body.proposalId,
      ),
    );
    const checks = await Promise.all(byOthers.map((id) => checker.post(checkPath(id), { approve: true }, key())));
    expect(checks.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await (await boss()).post(checkPath(second.proposalId), { approve: true }, key())).body).toEqual({
      state: "CONFIRMED",
    });
    // A part on the next day, or on the sixth after it, is added up too; after the window a new sum begins.
    nextDay();
    const nextPart = await proposed({ amountRupiah: 20_000_000 });
    expect(
      (await (await finance(checkerId)).post(checkPath(nextPart.proposalId), { approve: true }, key())).body.status
        .code,
    ).toBe("CHECKER_TOO_LOW");
    clock.advance(6 * 86_400_000 - 1000);
    expect(
      (await (await finance(checkerId)).post(checkPath(nextPart.proposalId), { approve: true }, key())).body.status
        .code,
    ).toBe("CHECKER_TOO_LOW");
    expect(
      (await (await finance(checkerId)).post(checkPath(nextPart.proposalId), { approve: false }, key())).body,
    ).toEqual({ state: "REFUSED" });
    nextWindow();
    const later = await proposed({ amountRupiah: 20_000_000 });
    expect((await (await finance(checkerId)).post(checkPath(later.proposalId), { approve: true }, key())).body).toEqual(
      { state: "CONFIRMED" },
    );
  });

  it("count what a checker confirmed on earlier days, whoever proposed it, for seven days after each check and no longer", async () => {
    nextWindow();
    const by = async (maker: string, amountRupiah: number) =>
      (await (await finance(maker)).post("/api/staff/money/deposits", deposit({ amountRupiah }), key())).body
        .proposalId as string;
    const [oneMaker, otherMaker, lastMaker] = [21, 22, 23].map((end) => `0190c000-0000-7000-8000-0000000000${end}`);
    const confirm = async (proposalId: string) =>
      (await (await finance(checkerId)).post(checkPath(proposalId), { approve: true }, key())).body;
    expect(await confirm(await by(oneMaker!, 20_000_000))).toEqual({ state: "CONFIRMED" });
    clock.advance(7 * 86_400_000 - 1000);
    const second = await by(otherMaker!, 20_000_000);
    expect((await confirm(second)).status.code).toBe("CHECKER_TOO_LOW");
    clock.advance(2000);
    expect(await confirm(second)).toEqual({ state: "CONFIRMED" });
    // The second check is recent, although its proposal is older.
    clock.advance(86_400_000);
    expect((await confirm(await by(lastMaker!, 20_000_000))).status.code).toBe("CHECKER_TOO_LOW");
  });

  it("count for one lender what is another's no more than what was refused", async () => {
    nextWindow();
    const first = await proposed({ amountRupiah: 20_000_000 });
    const second = await proposed({ amountRupiah: 20_000_000 });
    const checker = await finance(checkerId);
    expect((await checker.post(checkPath(second.proposalId), { approve: true }, key())).body.status.code).toBe(
      "CHECKER_TOO_LOW",
    );
    const change = (to: object) =>
      database.updateTable("proposal").set(to).where("id", "=", first.proposalId).execute();
    await change({ countsWith: "lender:ANOTHER" });
    const shown = async () =>
      (await checker.get("/api/staff/money/proposals?limit=100")).body.items.find(
        (one: { proposalId: string }) => one.proposalId === second.proposalId,
      ).dayRupiah;
    expect(await shown()).toBe(20_000_000);
    await change({ countsWith: `lender:${lender}` });
    expect(await shown()).toBe(40_000_000);
    await checker.post(checkPath(first.proposalId), { approve: false }, key());
    expect(await shown()).toBe(20_000_000);
    expect((await checker.post(checkPath(second.proposalId), { approve: true }, key())).status).toBe(200);
  });

  it("ask of an amount the highest tier that it reaches", async () => {
    nextWindow();
    const from = new Date(clock.now().getTime() - 1000);
    await database
      .insertInto("approval_tier")
      .values([
        { effectiveFrom: from, leastRupiah: 1_000_000, permission: "money.check" },
        { effectiveFrom: from, leastRupiah: 5_000_000, permission: "money.check.large" },
      ])
      .execute();
    const [small, large] = [await proposed({ amountRupiah: 2_000_000 }), await proposed({ amountRupiah: 3_000_000 })];
    const checker = await finance(checkerId);
    expect((await checker.post(checkPath(large.proposalId), { approve: true }, key())).body.status).toMatchObject({
      code: "CHECKER_TOO_LOW",
      data: { limit: "Rp 5.000.000" },
    });
    expect((await checker.post(checkPath(small.proposalId), { approve: true }, key())).status).toBe(200);
    await database.deleteFrom("approval_tier").where("effectiveFrom", "=", from).execute();
  });

  it("follow the tiers in force: a newer set replaces the older one as a whole, from its day on", async () => {
    nextWindow();
    const sets = [
      {
        effectiveFrom: new Date(clock.now().getTime() + 3_600_000),
        leastRupiah: 1_000_000,
        permission: "money.check.large",
      },
    ];
    await database.insertInto("approval_tier").values(sets).execute();
    const first = await proposed({ amountRupiah: 2_000_000 });
    const second = await proposed({ amountRupiah: 2_000_000 });
    expect((await (await finance(checkerId)).post(checkPath(first.proposalId), { approve: true }, key())).status).toBe(
      200,
    );
    clock.advance(3_600_000);
    expect(
      (await (await finance(checkerId)).post(checkPath(second.proposalId), { approve: true }, key())).body.status.code,
    ).toBe("CHECKER_TOO_LOW");
    await database.deleteFrom("approval_tier").where("leastRupiah", "=", 1_000_000).execute();
  });

  it("are finance's and the auditor's to see, and nobody else's", async () => {
    for (const [roles, status] of [
      [["support"], 403],
      [["underwriter"], 403],
      [["auditor"], 200],
    ] as const) {
      const client = await app.staff(services.random.uuid(), [...roles]);
      expect((await client.get("/api/staff/money/proposals")).status, roles.join()).toBe(status);
      expect((await client.post("/api/staff/money/deposits", deposit(), key())).status, roles.join()).toBe(403);
    }
    expect(
      (await (await finance(checkerId)).post(checkPath(services.random.uuid()), { approve: true }, key())).body.status
        .code,
    ).toBe("PROPOSAL_UNKNOWN");
  });
});
