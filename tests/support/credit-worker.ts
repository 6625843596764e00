/**
 * A process that works in one flow of credit until it is killed: payouts of repeat loans, signatures of restructurings, refreshes of
 * limits, reductions of interest. What it does next it finds out from the rows alone. Started by the fault tests as
 * `credit-worker.ts <mode>`; prints `working` when it is under way, a line of JSON for each operation that succeeded, and one at the
 * end of the other modes.
 */
import { sql } from "kysely";
import { cancelApplication } from "#features/credit/application/server/applying.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { reserveLimit } from "#features/credit/limit/server/index.ts";
import { firstOfMonth } from "#features/credit/limit/server/limits.ts";
import { refreshLimit, refreshWhereDue } from "#features/credit/limit/server/refreshing.ts";
import { writeLimit } from "#features/credit/limit/server/store.ts";
import { findLoan, loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { reserveReduction } from "#features/credit/membership/server/reduction.ts";
import { lockHistory, recordEvent } from "#features/credit/repayment/server/index.ts";
import { loanEventsOf } from "#features/credit/repayment/server/store.ts";
import { offerUnasked } from "#features/credit/restructure/server/offering.ts";
import { programmeOn } from "#features/credit/restructure/server/rules/programmes.ts";
import {
  carryOutOffer,
  declineOffer,
  openRestructureOffer,
  offerInForce,
} from "#features/credit/restructure/server/signing.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, auditAll, balanceOf, openHolds } from "#server/ledger/index.ts";
import type { SandboxClock } from "#server/process/clock.ts";
import { runUntilIdle } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import type { TestApp } from "./app.ts";
import { ripeBorrower } from "./approved-loan.ts";
import { lentLoan } from "./loan.ts";
import { signedRepeat } from "./signed-application.ts";
import { openWorkerApp } from "./worker-app.ts";

export interface CreditAnswer {
  kind: "PAID" | "ORDERED" | "WITHDRAWN" | "SIGNED" | "DECLINED" | "REFRESHED" | "RESERVED" | "REDUCED";
  borrowerId: string;
  id: string;
}
interface Item {
  borrowerId: string;
  /** The loan, or the offer, that the flow is about. */
  id: string;
  /** The loan that payments go to. */
  loanId: string;
}

const [, , mode = "work", count = "0"] = process.argv;
const { installation, services } = await openWorkerApp();
const { database, random } = services;
const sandbox = services.outside.sandbox!.bank;
const clock = services.clock as SandboxClock;
const app = { services } as unknown as TestApp;
const applied = 500_000;
const say = (said: object): void => console.log(JSON.stringify(said));
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);

/** Runs an action and reports a success at once. A refusal is an outcome, any other error a fault. */
async function answered(
  kind: CreditAnswer["kind"],
  { borrowerId, id }: Omit<Item, "loanId">,
  does: () => Promise<unknown>,
) {
  try {
    const result = await does();
    if (result !== false) say({ kind, borrowerId, id } satisfies CreditAnswer);
  } catch (error) {
    if (!(error instanceof Refusal)) say({ fault: `${kind}: ${String(error)}` });
  }
}

/** A payment at the bank with an id that follows from the loan: reported twice, it counts once. */
const pay = (name: { borrowerId: string; loanId: string }, amountRupiah: number, id = `paid-${name.loanId}`) =>
  answered("PAID", { borrowerId: name.borrowerId, id }, () =>
    inTransaction(async (trx) => {
      const now = clock.now();
      const payment = { kind: "PAYMENT", id, valueDate: dateInWib(now), amountRupiah, from: "RAIL" } as const;
      const facts = { rail: "VIRTUAL_ACCOUNT", bankCode: "014", paidAt: now, actor: "BANK" } as const;
      return (await recordEvent(services, trx, name, payment, facts)) !== "NOT_RUNNING";
    }),
  );
const stateNow = async ({ borrowerId, loanId }: { borrowerId: string; loanId: string }) => {
  const loan = (await findLoan(database, borrowerId, loanId))!;
  return stateOf(loanTerms(loan), await loanEventsOf(database, { borrowerId, loanId }), dateInWib(clock.now()));
};

/** A flow: the preparation of a person, the steps to do, and the concurrent actions. */
interface Flow {
  seed(): Promise<void>;
  open(): Promise<Item[]>;
  act(item: Item): Promise<unknown>[];
  isQueued?: boolean;
}
const person = async () => (await ripeBorrower(app)).borrowerId;
const assess = (borrowerId: string) =>
  inTransaction((trx) =>
    refreshLimit(services, trx, borrowerId, { key: "first-assessment", cause: "FIRST_ASSESSMENT" }),
  );
/** The same third of all ids each time. */
const isThird = (id: string): boolean => Number.parseInt(id.slice(-4), 16) % 3 === 0;

const flows: Record<string, Flow> = {
  RESTRUCTURE: {
    async seed() {
      const loan = await lentLoan(app, { borrowerId: await person() });
      later.push(async () => {
        await inTransaction(async (trx) => {
          const history = (await lockHistory(trx, loan))!;
          const programme = programmeOn("SPREAD", dateInWib(clock.now()))!;
          await offerUnasked(services, trx, history, { origin: "STAFF", programme, actor: "SYSTEM" });
        });
      });
    },
    open: async () =>
      (
        await database
          .selectFrom("restructure_offer")
          .select(["borrowerId", "id", "loanId"])
          .distinctOn("loanId")
          .where("state", "=", "OFFERED")
          .execute()
      ).map((row) => ({ borrowerId: row.borrowerId, id: row.id, loanId: row.loanId })),
    act(item) {
      const { borrowerId, id, loanId } = item;
      const sign = () =>
        answered("SIGNED", item, () =>
          inTransaction(async (trx) => {
            await openRestructureOffer(services, trx, borrowerId, id);
            const history = (await lockHistory(trx, { borrowerId, loanId }))!;
            const standing = await offerInForce(services, trx, borrowerId, id);
            await carryOutOffer(services, trx, history, standing, { documentId: id, signedAt: clock.now() });
          }),
        );
      const refuse = () =>
        answered("DECLINED", item, () =>
          inTransaction((trx) => declineOffer(services, trx, { borrowerId, offerId: id })),
        );
      return [sign(), sign(), ...(isThird(loanId) ? [pay(item, 300_000), refuse()] : [])];
    },
  },
  REFRESH: {
    async seed() {
      later.push(async () => {
        const borrowerId = await person();
        await lentLoan(app, { borrowerId });
        const now = clock.now();
        const month = { monthOf: firstOfMonth(dateInWib(now)), monthRupiah: 1_000_000 };
        const refresh = { at: now, cause: "MONTH" } as const;
        await inTransaction((trx) => writeLimit(trx, borrowerId, { creditRupiah: 1_000_000, ...month, refresh }, now));
      });
    },
    open: async () =>
      (
        await database
          .selectFrom("credit_limit as c")
          .innerJoin("loan as l", "l.borrowerId", "c.borrowerId")
          .select(["c.borrowerId", "l.id"])
          .where("c.refreshCause", "=", "MONTH")
          .where("c.refreshDueAt", "<=", clock.now())
          .where("l.state", "=", "ACTIVE")
          .execute()
      ).map((row) => ({ borrowerId: row.borrowerId, id: row.id, loanId: row.id })),
    act(item) {
      const { borrowerId } = item;
      const refresh = () =>
        answered("REFRESHED", item, () => inTransaction((trx) => refreshWhereDue(services, trx, borrowerId)));
      const apply = (id: string) =>
        answered("RESERVED", { borrowerId, id }, () =>
          inTransaction((trx) => reserveLimit(services, trx, borrowerId, id, applied)),
        );
      const payOff = async () => pay(item, (await stateNow(item)).payoffRupiah);
      return [
        refresh(),
        refresh(),
        apply(random.uuid()),
        apply(random.uuid()),
        ...(isThird(item.id) ? [payOff()] : []),
      ];
    },
  },
  REDUCTION: {
    async seed() {
      later.push(async () => {
        const borrowerId = await person();
        await assess(borrowerId);
        const first = await lentLoan(app, { borrowerId });
        await pay(first, (await stateNow(first)).payoffRupiah);
        const loan = await lentLoan(app, { borrowerId });
        await pay(loan, (await stateNow(loan)).rows[0]!.unpaidRupiah);
      });
    },
    open: async () =>
      (
        await sql<{ borrowerId: string; id: string }>`select l.borrower_id as "borrowerId", l.id from loan l
          join repayment_event e on e.loan_id = l.id and e.id = 'paid-' || l.id
          where l.state = 'ACTIVE' and exists (select from loan b where b.borrower_id = l.borrower_id and b.state = 'PAID_OFF'
            and b.replaces_loan_id is null) and not exists (select from membership_reduction r where r.loan_id = l.id)
            and not exists (select from loan b where b.borrower_id = l.borrower_id and b.replaces_loan_id is not null)`.execute(
          database,
        )
      ).rows.map((row) => ({ ...row, loanId: row.id })),
    act(item) {
      const reduce = () =>
        answered("REDUCED", item, () => inTransaction((trx) => reserveReduction(services, trx, item)));
      return [reduce(), reduce(), reduce(), ...(isThird(item.id) ? [pay(item, 100_000, `more-${item.id}`)] : [])];
    },
  },
  RELOAN: {
    isQueued: true,
    async seed() {
      later.push(async () => {
        const old = await lentLoan(app, { borrowerId: await person() });
        await pay(old, 600_000);
        await signedRepeat(app, old);
      });
    },
    open: async () =>
      (
        await database
          .selectFrom("loan")
          .select(["borrowerId", "id", "replacesLoanId"])
          .where("replacesLoanId", "is not", null)
          .where("state", "in", ["SIGNED", "DISBURSING"])
          .execute()
      ).map((row) => ({ borrowerId: row.borrowerId, id: row.id, loanId: row.replacesLoanId! })),
    act(item) {
      const { borrowerId, id, loanId } = item;
      const order = () =>
        answered("ORDERED", item, () => inTransaction((trx) => startDisbursement(services, trx, borrowerId, id)));
      const cancel = () =>
        answered("WITHDRAWN", item, () => inTransaction((trx) => cancelApplication(services, trx, borrowerId, id)));
      const more = pay({ borrowerId, loanId }, isThird(loanId) ? 500_000 : 100_000, `more-${loanId}`);
      return [order(), order(), more, ...(isThird(id) ? [cancel()] : [])];
    },
  },
};
/** Steps that follow the days on which the restructured loans become late. */
const later: (() => Promise<void>)[] = [];

async function seed(people: number): Promise<void> {
  await services.sweeps.runAllDue(services);
  await sandbox.setHostility({
    lostPpm: 200_000,
    duplicatePpm: 300_000,
    delayedPpm: 200_000,
    outOfOrderPpm: 200_000,
    answerLostPpm: 150_000,
    orderLostPpm: 150_000,
  });
  for (const flow of Object.values(flows)) for (let number = 0; number < people; number++) await flow.seed();
  await clock.advance(45 * 86_400_000);
  for (const one of later) await one();
  say({ open: await Promise.all(Object.values(flows).map(async (flow) => (await flow.open()).length)) });
}

async function paySomething(): Promise<void> {
  const running = await database
    .selectFrom("loan")
    .select(["borrowerId", "id"])
    .where("state", "=", "ACTIVE")
    .execute();
  const loan = running[random.integer(running.length)]!;
  await pay({ borrowerId: loan.borrowerId, loanId: loan.id }, 1_000, `some-${random.uuid()}`);
}

/** Works in these flows, several people at once, for ever. */
async function work(which: Flow[]): Promise<void> {
  if (which.some(({ isQueued }) => isQueued)) await installation.startWork();
  console.log("working");
  for (;;) {
    await clock.advance(1_000);
    const acts = await Promise.all(
      which.map(async (flow) => {
        const open = await flow.open();
        const some = Array.from({ length: Math.min(2, open.length) }, () => open[random.integer(open.length)]!);
        return some.flatMap((item) => flow.act(item));
      }),
    );
    // Never idle: a process that waits cannot be killed in the middle of anything.
    if (acts.every((list) => list.length === 0)) acts.push([paySomething()]);
    await Promise.all(acts.flat());
  }
}

/** Finishes the rest without faults: the bank answers again, pollers catch up. */
async function finish(): Promise<void> {
  await sandbox.setHostility({});
  const open = async () =>
    (await Promise.all(Object.values(flows).map((flow) => flow.open()))).map((list) => list.length);
  for (let round = 0; round < 60 && (await open()).some((left) => left > 0); round++) {
    for (const flow of Object.values(flows)) for (const item of await flow.open()) await Promise.all(flow.act(item));
    await clock.advance(61_000);
    await runUntilIdle(services);
  }
  say({ open: await open() });
}

const countOf = async (query: ReturnType<typeof sql<{ what: string }>>) => (await query.execute(database)).rows;
/** Rows that contradict each other, by the question they answer. */
const contradictions: readonly (readonly [string, ReturnType<typeof sql<{ what: string }>>])[] = [
  [
    "a repeat loan that the bank paid another number of times than we hold",
    sql`select l.id || ' ' || l.state || ' ' || count(s.transfer_id) as what from loan l
      left join bank_transfer t on t.subject_id::text = l.id::text
      left join sandbox_transfer s on s.transfer_id::text = t.id::text and s.state = 'SETTLED'
      where l.replaces_loan_id is not null group by l.id, l.state
      having count(s.transfer_id) <> (case when l.state = 'ACTIVE' then 1 else 0 end)`,
  ],
  [
    "a repeat loan that was paid out beside one that it did not end",
    sql`select l.id || ' ' || o.state as what from loan l join loan o on o.id = l.replaces_loan_id
      where l.state = 'ACTIVE' and o.state <> 'PAID_OFF'`,
  ],
  [
    "a repeat loan that ended the earlier one another number of times than once",
    sql`select l.id || ' ' || count(e.id) as what from loan l left join repayment_event e on e.id = 'replaced_' || l.id
      where l.replaces_loan_id is not null group by l.id, l.state
      having count(e.id) <> (case when l.state = 'ACTIVE' then 1 else 0 end)`,
  ],
  [
    "a signed offer without its loan, or a loan without its offer",
    sql`select o.id || ' ' || o.state as what from restructure_offer o
      left join loan n on n.id = o.new_loan_id left join loan old on old.id = o.loan_id
      where (o.state = 'SIGNED') <> (n.id is not null)
        or (o.state = 'SIGNED' and old.state <> 'RESTRUCTURED')`,
  ],
  [
    "a loan that goes on in several",
    sql`select loan_id || ' ' || count(*) as what from restructure_offer where state = 'SIGNED' group by loan_id having count(*) > 1`,
  ],
  [
    "a month that was refreshed more than once",
    sql`select borrower_id || ' ' || key as what from credit_limit_score where key like 'limit-refresh:%'
      group by borrower_id, key having count(*) > 1`,
  ],
  [
    "a limit whose use is another than its reservations",
    sql`select l.borrower_id || ' ' || l.used_rupiah as what from credit_limit l
      where l.used_rupiah <> coalesce((select sum(amount_rupiah) from credit_limit_reservation r
        where r.borrower_id = l.borrower_id and r.released_at is null), 0)`,
  ],
  [
    "a loan that ended and uses the limit, or one that runs and uses none",
    sql`select l.id || ' ' || l.state as what from loan l join credit_limit_reservation r on r.loan_id = l.id
      where (l.state = 'ACTIVE') <> (r.released_at is null)`,
  ],
  [
    "a reduction that the loan's books hold another number of times, or at another amount",
    sql`select r.loan_id || ' ' || count(e.id) as what from membership_reduction r
      left join repayment_event e on e.id = 'reduction_' || r.loan_id and e.amount_rupiah = r.rupiah
      group by r.loan_id having count(e.id) <> 1`,
  ],
  [
    "a month's budget that is not the sum of what was given",
    sql`select b.month || ' ' || b.given_rupiah as what from membership_budget b
      where b.given_rupiah <> (select coalesce(sum(rupiah), 0) from membership_reduction
        where date_trunc('month', given_at at time zone 'Asia/Jakarta')::date = b.month)`,
  ],
];

/** Where an answered operation must be found afterwards. */
async function isThere({ kind, borrowerId, id }: CreditAnswer): Promise<boolean> {
  const holds = async (query: ReturnType<typeof sql<{ what: string }>>) => (await countOf(query)).length === 1;
  switch (kind) {
    case "PAID":
      return holds(sql`select id as what from repayment_event where borrower_id = ${borrowerId} and id = ${id}`);
    case "ORDERED":
      return holds(sql`select min(id::text) as what from bank_transfer where subject_id = ${id} group by subject_id`);
    case "WITHDRAWN":
      return holds(sql`select id as what from loan where id = ${id} and state = 'CANCELLED'`);
    case "SIGNED":
    case "DECLINED":
      return holds(sql`select id as what from restructure_offer where id = ${id} and state = ${kind}`);
    case "REFRESHED":
      return holds(
        sql`select key as what from credit_limit_score where borrower_id = ${borrowerId} and key like 'limit-refresh:%'`,
      );
    case "RESERVED":
      return holds(
        sql`select loan_id as what from credit_limit_reservation where loan_id = ${id} and amount_rupiah = ${applied}`,
      );
    case "REDUCED":
      return holds(sql`select loan_id as what from membership_reduction where loan_id = ${id}`);
  }
}

async function verify(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const reported = JSON.parse(Buffer.concat(chunks).toString()) as CreditAnswer[];
  const problems: string[] = [];
  for (const [what, query] of contradictions)
    for (const row of await countOf(query)) problems.push(`${what}: ${row.what}`);
  for (const one of reported) if (!(await isThere(one))) problems.push(`lost: ${one.kind} ${one.id}`);
  // The state that a loan's rows name is the one that its events make.
  for (const row of await database.selectFrom("loan").select(["borrowerId", "id", "state"]).execute()) {
    if (row.state !== "ACTIVE" && row.state !== "PAID_OFF") continue;
    const { status } = await stateNow({ borrowerId: row.borrowerId, loanId: row.id });
    if (status !== row.state) problems.push(`${row.id} is ${row.state}, its events say ${status}`);
  }
  say({
    problems,
    findings: (await auditAll(database, clock.now())).findings,
    clearing: await balanceOf(database, account("RESTRUCTURE_CLEARING")),
    holds: (await openHolds(database, clock.now())).length,
    answered: reported.length,
  });
}

if (mode === "seed") await seed(Number(count));
else if (mode === "finish") await finish();
else if (mode === "verify") await verify();
else await work(mode === "work" ? Object.values(flows) : mode.split(",").map((name) => flows[name]!));
await installation.stop();
process.exit(0);
