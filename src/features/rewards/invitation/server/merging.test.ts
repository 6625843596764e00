/**
 * Two accounts of one person become one: every asset is moved completely, and returned exactly by an undo. // Spec
 * account 5
 */
import { expect, it } from "vitest";
import { identityVerified } from "#features/account/identity/server/index.ts";
import { currentLimits, setCreditLimit } from "#features/credit/limit/server/index.ts";
import { loanActivated } from "#features/credit/disbursement/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf, post } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { coupon } from "#tests/support/coupon.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { merging } from "#tests/support/merging.ts";
import { attribute } from "./counting.ts";

const app = await testApp({ campaigns: true, environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const merge = await merging(app);
const { act, fresh } = campaignsOf(app);
const { enter, nextNumber } = loggingIn(app);
const hour = 3_600_000;

let cards = 0;
/** A friend who came by this code and verified the identity. */
async function friendOf(code: string): Promise<string> {
  // Each from its own network: three from one would be reviewed first.
  const client = app.client({ "X-Forwarded-For": `10.1.${++cards}.7` });
  const { body } = await enter(client, nextNumber(), { invitationCode: code });
  await app.settle();
  const friendId = body.userId as string;
  const nik = `317102150392${String(1_000 + cards)}`;
  const card = { fullName: "BUDI SANTOSO", nik, birthPlace: "JAKARTA", birthDate: "1991-03-15", sex: "MALE" };
  expect((await (await fresh(friendId)).post("/api/identity", card)).status).toBe(200);
  const at = clock.now();
  await database.updateTable("identity").set({ faceVerifiedAt: at }).where("borrowerId", "=", friendId).execute();
  await transact(database, (trx) =>
    services.events.announce(trx, identityVerified, { id: `verified_${friendId}`, at, borrowerId: friendId }),
  );
  await app.settle();
  return friendId;
}
async function firstLoanOf(friendId: string): Promise<void> {
  const loanId = random.uuid();
  const event = { id: `activated_${loanId}`, at: clock.now(), borrowerId: friendId, loanId, transferId: random.uuid() };
  await transact(database, (trx) => services.events.announce(trx, loanActivated, event));
  await app.settle();
}
const codeOf = async (borrowerId: string): Promise<string> =>
  (await (await fresh(borrowerId)).get("/api/invitation")).body.code;

/** Money of an overpaid loan. */
async function overpay(borrowerId: string, amount: number): Promise<void> {
  const id = random.uuid();
  const now = clock.now();
  const [debit, credit] = [account("LOAN_SETTLEMENT", id), account("BORROWER_BALANCE", borrowerId)];
  const transfer = {
    id,
    kind: "OVERPAYMENT",
    debit,
    credit,
    amount,
    reference: id,
    valueDate: dateInWib(now),
  } as const;
  await transact(database, (trx) => post(trx, now, [transfer]));
}

/** Everything of value that one account holds. */
async function assetsOf(borrowerId: string) {
  const balance = (kind: "WALLET" | "POINTS" | "BORROWER_BALANCE", of = borrowerId) =>
    balanceOf(database, account(kind, of));
  const rows = async (
    table: "coupon" | "campaign_award" | "campaign_ticket" | "campaign_draw_entry" | "invitation" | "campaign_reminder",
  ) =>
    (await database.selectFrom(table).selectAll().where("borrowerId", "=", borrowerId).execute()).map((row) =>
      JSON.stringify({ ...row, borrowerId: null }, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    );
  const codes = await database
    .selectFrom("invitation_code")
    .select(["code", "isOwn"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("code")
    .execute();
  const guests = await database
    .selectFrom("invitation_guest")
    .select("invitationId")
    .where("inviterId", "=", borrowerId)
    .orderBy("invitationId")
    .execute();
  return {
    wallet: await balance("WALLET"),
    points: await balance("POINTS"),
    energy: await balance("POINTS", `${borrowerId}:watering`),
    overpaid: await balance("BORROWER_BALANCE"),
    limit: (await currentLimits(services, database, borrowerId)).creditRupiah,
    coupons: (await rows("coupon")).toSorted(),
    awards: (await rows("campaign_award")).toSorted(),
    tickets: (await rows("campaign_ticket")).toSorted(),
    entries: (await rows("campaign_draw_entry")).toSorted(),
    invitations: (await rows("invitation")).toSorted(),
    reminders: (await rows("campaign_reminder")).toSorted(),
    guests: guests.map((guest) => guest.invitationId),
    codes,
  };
}
type Assets = Awaited<ReturnType<typeof assetsOf>>;
const figures = ["wallet", "points", "energy", "overpaid"] as const;
const things = ["awards", "tickets", "entries", "invitations", "reminders", "guests", "codes"] as const;
const together = ([one, other]: readonly [Assets, Assets]) => ({
  ...Object.fromEntries(figures.map((key) => [key, one[key] + other[key]])),
  ...Object.fromEntries(things.map((key) => [key, one[key].length + other[key].length])),
  coupons: one.coupons.length + other.coupons.length,
});

async function rich() {
  // All accounts here are one person of the sandbox: whatever the card took part in with accounts of another test has
  // ended.
  await database.deleteFrom("campaign_card").execute();
  const both = await merge.two();
  const [own, other] = [both.own.borrowerId, both.other.borrowerId];
  for (const [index, id] of [own, other].entries()) {
    await merge.giveMoney(id, 20_000 + index * 1_000);
    await merge.giveSomePoints(id, 40 + index);
    await overpay(id, 7_000 + index);
    await coupon(app, id, "interest-10000");
    await transact(database, (trx) =>
      setCreditLimit(services, trx, id, 1_000_000 + index * 500_000, "SCORE_REFRESHED"),
    );
    const client = await fresh(id);
    await act(client, "toy-egg-1", "check-in");
    await act(client, "watering", "join", { agree: true });
    await act(client, "watering", "check-in");
  }
  const client = await fresh(own);
  expect((await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" })).status).toBeLessThan(500);
  await act(client, "wish-dream", "check-in");
  expect((await act(client, "egg-soon", "reminder", { remind: true })).status).toBe(200);
  const friends = [
    await friendOf(await codeOf(own)),
    await friendOf(await codeOf(own)),
    await friendOf(await codeOf(other)),
  ];
  // One reward waits for its three days.
  await firstLoanOf(friends[0]!);
  await app.settle();
  return { both, own, other, friends };
}

it("keeps every asset when it is merged, and gives back exactly what each had", { timeout: 240_000 }, async () => {
  const { both, own, other } = await rich();
  const before = [await assetsOf(own), await assetsOf(other)] as const;
  expect(before[0]).toMatchObject({ wallet: 20_000, overpaid: 7_000 });
  for (const key of ["coupons", "awards", "tickets", "invitations", "codes"] as const)
    for (const side of before) expect(side[key].length, key).toBeGreaterThan(0);
  expect(before[0].energy).toBeGreaterThan(0);
  expect(before[0].invitations).toHaveLength(2);

  const signed = await merge.upTo("face", both);
  expect((await merge.preview(signed.own.client, signed.requestId)).body.lines).toContainEqual(
    expect.objectContaining({ code: "INVITATION", survivor: 1, absorbed: 2, after: 3 }),
  );
  expect((await merge.submit(signed.own, signed.requestId)).status).toBe(200);
  await merge.approve(signed.requestId);
  clock.advance(61_000);
  await app.settle();
  expect(await merge.stateOf(signed.requestId)).toBe("MERGED");
  const row = await merge.mergeOf(signed.requestId);
  expect(row.absorbedId).toBe(own);
  const after = [await assetsOf(own), await assetsOf(other)] as const;
  expect(together(after)).toEqual(together(before));
  expect(after[0]).toMatchObject({
    wallet: 0,
    points: 0,
    energy: 0,
    overpaid: 0,
    limit: 0,
    invitations: [],
    reminders: [],
    codes: [],
  });
  expect(after[1].reminders).toHaveLength(1);
  expect(after[1].codes.filter((code) => code.isOwn)).toEqual(before[1].codes);

  const client = await app.loggedIn(other);
  expect((await merge.reverse(client, signed.requestId)).body.merge.state).toBe("REVERSED");
  const back = [await assetsOf(own), await assetsOf(other)] as const;
  for (const [index, side] of back.entries()) expect(side).toEqual(before[index]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("goes on rewarding for friends of the account that ended, by its code too", { timeout: 240_000 }, async () => {
  const { both, own, other } = await rich();
  const code = await codeOf(own);
  const { requestId } = await merge.merged(both);
  expect(await merge.stateOf(requestId)).toBe("MERGED");
  clock.advance(72 * hour);
  await app.settle();
  expect(await merge.stateOf(requestId)).toBe("FINAL");
  const rewarded = await database
    .selectFrom("invitation")
    .select("id")
    .where("borrowerId", "=", other)
    .where("state", "=", "REWARDED")
    .execute();
  expect(rewarded).toHaveLength(1);
  // Waiting rewards moved to the survivor: 150,000 by the rules, and the winning wish as the only entry of its draw.
  expect(await balanceOf(database, account("WALLET", other))).toBe(20_000 + 21_000 + 150_000 + 25_000);
  const late = await friendOf(code);
  const guest = await transact(database, (trx) => attribute(services, trx, late));
  expect(guest?.inviterId).toBe(other);
  const shown = (await (await fresh(other)).get("/api/invitation/friends")).body.items;
  expect(shown.map(({ state }: { state: string }) => state).toSorted()).toEqual([
    "COUNTED",
    "COUNTED",
    "COUNTED",
    "REWARDED",
  ]);
  expect(shown.find(({ state }: { state: string }) => state === "REWARDED").reward).toMatchObject({ state: "GIVEN" });
});

it("ends for who invited the own other account: that one was nobody new", { timeout: 120_000 }, async () => {
  const { own, other } = await merge.two();
  const code = await codeOf(own.borrowerId);
  await database
    .updateTable("borrower")
    .set({ invitationCode: code })
    .where("borrowerId", "=", other.borrowerId)
    .execute();
  const guest = await transact(database, (trx) => attribute(services, trx, other.borrowerId));
  expect(guest?.inviterId).toBe(own.borrowerId);
  const { requestId } = await merge.merged({ own, other });
  expect(await merge.stateOf(requestId)).toBe("MERGED");
  const still = await database
    .selectFrom("invitation")
    .select("borrowerId")
    .where("id", "=", guest!.invitationId)
    .execute();
  expect(still).toEqual([{ borrowerId: own.borrowerId }]);
});
