/**
 * Each risk signal before an account changes hands is raised by its cause, to the day, and by nothing else. The rows
 * are typed by the closed list of signals, so a new one needs a row. // Product decisions account 4
 */
import { describe, expect, it } from "vitest";
import { riskFlags, type RiskFlag } from "#features/account/change-request/contract.ts";
import { forgetDevicesOf } from "#features/account/verification/server/index.ts";
import { rememberVerifiedDevice } from "#features/account/verification/server/counters.ts";
import type { LoanStateName } from "#features/credit/loan/contract.ts";
import { transact } from "#server/database.server.ts";
import { dateInWib } from "#shared/dates.ts";
import { riskDays } from "#shared/promised-times.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { Correction } from "../src/features/account/identity-correction/server/facts.ts";
import { correctionFlagsOf as flagsOfCorrection } from "../src/features/account/identity-correction/server/flags.ts";
import type { MobileChange } from "../src/features/account/mobile-change/server/facts.ts";
import { mobileChangeFlagsOf } from "../src/features/account/mobile-change/server/flags.ts";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { signedLoan, type MadeLoan } from "#tests/support/loan.ts";

const app = await testApp();
const { services, clock } = app;
const { database, keys, random } = services;
const { handedIn } = complaintsOf(app);
const day = 86_400_000;
const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

/** A face that is surely the same, in a browser known for long. */
const sure = { deviceIndex: "known", similarityPpm: 900_000 };
const person = sandboxPersons.find(({ key }) => key === "approved-1")!;
const otherNumber = "081377770001";

/** The signals of an account that requests another number, from the domains and from the request itself. */
function shownBy({ borrowerId, mobileNumber }: MadeLoan, about: Partial<typeof sure> = {}): Promise<RiskFlag[]> {
  const { deviceIndex, similarityPpm } = { ...sure, ...about };
  const request = { borrowerId, deviceIndex, facts: { similarityPpm, newNumber: otherNumber } } as MobileChange;
  return mobileChangeFlagsOf(services, database, request, mobileNumber);
}
/** The same for an account that requests another spelling of its identity, in which nothing changes here. */
function shownByCorrection(
  { borrowerId }: MadeLoan,
  about: Partial<typeof sure> = {},
  change: Partial<typeof person> = {},
): Promise<string[]> {
  const { deviceIndex, similarityPpm } = { ...sure, ...about };
  const request = { borrowerId, deviceIndex, facts: { similarityPpm } } as Correction;
  return flagsOfCorrection(services, database, request, { before: person, after: { ...person, ...change } });
}

/** An account without risk: its loan is paid out, its bank account and its browser are old. */
async function quiet(): Promise<MadeLoan> {
  const loan = await signedLoan(app);
  const { borrowerId, loanId, mobileNumber } = loan;
  await move(loanId, "ACTIVE");
  await bankAccount(borrowerId, { createdAt: ago(400 * day) });
  await device(mobileNumber, riskDays.device * day);
  return loan;
}
const move = (loanId: string, state: LoanStateName) =>
  database
    .updateTable("loan")
    .set({ state, disbursedOn: dateInWib(clock.now()), signDeadline: clock.now() })
    .where("id", "=", loanId)
    .execute();
const bankAccount = (borrowerId: string, set: { createdAt?: Date; removedAt?: Date }) =>
  database
    .updateTable("bank_account")
    .set({ ...set, isMain: false })
    .where("borrowerId", "=", borrowerId)
    .execute();
const device = (mobileNumber: string, knownMilliseconds: number) =>
  transact(database, async (trx) => {
    await forgetDevicesOf(services, trx, [mobileNumber]);
    await rememberVerifiedDevice(trx, keys.blindIndex("mobile", mobileNumber), "known", ago(knownMilliseconds));
  });
const number = (borrowerId: string, endedAt: Date) =>
  database
    .insertInto("verified_number_past")
    .values({
      borrowerId,
      numberIndex: keys.blindIndex("mobile", otherNumber),
      endedAt,
    })
    .execute();
const invitation = (borrowerId: string, state: string) =>
  database
    .insertInto("invitation")
    .values({
      borrowerId,
      id: random.uuid(),
      campaignId: random.uuid(),
      state,
      joinedAt: clock.now(),
      loanUntil: clock.now(),
      changedAt: clock.now(),
    })
    .execute();
const complaint = async (borrowerId: string, reason: string) =>
  (await handedIn({ reason }, await app.loggedIn(borrowerId))).complaintId;

type Shown = Parameters<typeof shownBy>[1];
interface Row {
  /** Each raises the signal; one about the request returns the face and the browser that it brings. */
  raised: readonly ((of: MadeLoan) => Promise<unknown>)[];
  /** Each comes as near as possible and raises no signal. */
  not: readonly ((of: MadeLoan) => Promise<unknown>)[];
}
const brings = (about: Shown) => async () => ({ about });

const rows: Record<RiskFlag, Row> = {
  SIMILARITY_LOW: {
    raised: [brings({ similarityPpm: 899_999 })],
    not: [brings({ similarityPpm: 900_000 })],
  },
  DEVICE_NEW: {
    raised: [brings({ deviceIndex: "strange" }), (of) => device(of.mobileNumber, riskDays.device * day - 1)],
    not: [(of) => device(of.mobileNumber, riskDays.device * day)],
  },
  BANK_ACCOUNT_CHANGED: {
    raised: [
      (of) => bankAccount(of.borrowerId, { createdAt: ago(riskDays.account * day - 1) }),
      (of) => bankAccount(of.borrowerId, { removedAt: ago(riskDays.account * day - 1) }),
    ],
    not: [
      (of) => bankAccount(of.borrowerId, { createdAt: ago(riskDays.account * day) }),
      (of) => bankAccount(of.borrowerId, { removedAt: ago(riskDays.account * day) }),
    ],
  },
  LOAN_BEFORE_PAYOUT: {
    raised: (["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED", "DISBURSING"] as const).map(
      (state) => (of) => move(of.loanId, state),
    ),
    not: (["ACTIVE", "PAID_OFF", "REJECTED", "CANCELLED", "WRITTEN_OFF"] as const).map(
      (state) => (of) => move(of.loanId, state),
    ),
  },
  NUMBER_ANOTHER_ACCOUNTS: {
    raised: [() => number(random.uuid(), ago(riskDays.number * day - 1))],
    not: [(of) => number(of.borrowerId, ago(1)), () => number(random.uuid(), ago(riskDays.number * day))],
  },
  COMPLAINT_OPEN: {
    raised: [(of) => complaint(of.borrowerId, "mobile"), (of) => complaint(of.borrowerId, "otp")],
    not: [
      (of) => complaint(of.borrowerId, "collection"),
      async (of) => {
        const id = await complaint(of.borrowerId, "otp");
        await database
          .updateTable("complaint")
          .set({ state: "CLOSED", closedAt: clock.now(), closeCause: "ACCEPTED" })
          .where("id", "=", id)
          .execute();
      },
    ],
  },
  REWARD_IN_REVIEW: {
    raised: [(of) => invitation(of.borrowerId, "CHECKING")],
    not: [(of) => invitation(of.borrowerId, "REWARDED"), () => invitation(random.uuid(), "CHECKING")],
  },
};

describe.each(riskFlags)("%s", (flag) => {
  const { raised, not } = rows[flag];
  const cases = [...raised.map((act) => ({ act, flags: [flag] })), ...not.map((act) => ({ act, flags: [] }))];
  it.each(cases.map((one, index) => [index + 1, one] as const))("case %i", async (_number, { act, flags }) => {
    await database.deleteFrom("verified_number_past").execute();
    const of = await quiet();
    expect([await shownBy(of), await shownByCorrection(of)]).toEqual([[], []]);
    const { about } = ((await act(of)) ?? {}) as { about?: Shown };
    expect(await shownBy(of, about)).toEqual(flags);
    expect(await shownByCorrection(of, about)).toEqual(flags.filter((one) => one !== "NUMBER_ANOTHER_ACCOUNTS"));
  });
});

it("An identity that is corrected shows another NIK, one of another account, one that disagrees, and another name.", async () => {
  const of = await quiet();
  const nik = person.nik.slice(0, -4) + "7391";
  const shown = (change: Partial<typeof person>) => shownByCorrection(of, {}, change);
  expect(await shown({ nik })).toEqual(["NIK_CHANGED"]);
  const { birthPlace, birthDate, sex, fullName } = person;
  const other = await app.loggedIn(random.uuid());
  expect((await other.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex })).status).toBe(200);
  expect(await shown({ nik })).toEqual(["NIK_CHANGED", "NIK_ANOTHER_ACCOUNTS"]);
  expect(await shown({ birthDate: "1990-01-01" })).toEqual(["NIK_DISAGREES"]);
  expect(await shown({ fullName: "BUDI SANTOSO" })).toEqual(["NAME_DIFFERENT"]);
});
