/**
 * The rows that a monthly refresh writes for borrowers in each state, to the last value: reading and writing may be
 * changed, the values may not.
 */
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { root } from "#tests/support/house-sources.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { limitChanged, setCreditLimit } from "./index.ts";
import { freezeLimit } from "./freezing.ts";
import { temporaryLimitRight } from "./questions.ts";
import { nextMonthly, refreshDue, refreshLimit } from "./refreshing.ts";
import { writeBureau } from "./score-store.ts";
import { writeLimit } from "./store.ts";

const app = await testApp({ start: "2026-12-03T10:00:00+07:00" });
const { services, clock } = app;
const { database } = services;
const { pay } = repaying(app);
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);

const first = { key: "first-assessment", cause: "FIRST_ASSESSMENT" } as const;
async function assessed(): Promise<string> {
  const { borrowerId } = await ripeBorrower(app);
  await inTransaction((trx) => refreshLimit(services, trx, borrowerId, first));
  return borrowerId;
}
const setTo = (borrowerId: string, rupiah: number) =>
  inTransaction((trx) => setCreditLimit(services, trx, borrowerId, rupiah, "STAFF_DECISION"));
const bureauOf = (borrowerId: string, score: number) =>
  inTransaction((trx) => writeBureau(trx, borrowerId, { score, instalmentsRupiah: 0, reportedOn: "2026-12-03" }));
const frozenBy = (borrowerId: string, cause: "OVERDUE" | "WRITTEN_OFF" | "STAFF") =>
  inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause }));

/** Borrowers whose refresh takes a special path, by the reason. */
const lives: Record<string, () => Promise<string>> = {
  async steady() {
    return assessed();
  },
  async rises() {
    const id = await assessed();
    await setTo(id, 1_000_000);
    return id;
  },
  async falls() {
    const id = await assessed();
    await setTo(id, 6_000_000);
    return id;
  },
  async late() {
    const id = await assessed();
    await activeLoan(app, { borrowerId: id });
    return id;
  },
  async "repaid at once"() {
    const id = await assessed();
    const loan = await activeLoan(app, { borrowerId: id });
    await pay(loan, await app.loggedIn(id, "STEP_UP_WITHDRAW"), "ALL", services.random.uuid());
    return id;
  },
  async "given a temporary limit"() {
    const id = await assessed();
    await setTo(id, 4_500_000);
    await bureauOf(id, 850);
    return id;
  },
  async "given none, for staff froze it"() {
    const id = await assessed();
    await setTo(id, 4_500_000);
    await bureauOf(id, 850);
    await frozenBy(id, "STAFF");
    return id;
  },
  async "frozen by what is paid"() {
    const id = await assessed();
    await frozenBy(id, "OVERDUE");
    await frozenBy(id, "WRITTEN_OFF");
    return id;
  },
  async "kept from before the score"() {
    const id = await assessed();
    await setTo(id, 6_100_000);
    await inTransaction((trx) => writeLimit(trx, id, { keptRupiah: 6_100_000 }, clock.now()));
    return id;
  },
  async "without a whole profile"() {
    const id = await assessed();
    await database.deleteFrom("profile").where("borrowerId", "=", id).execute();
    return id;
  },
};

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
async function rowsOf(borrowerId: string): Promise<object> {
  const of = <Row extends object>(query: { execute(): Promise<Row[]> }) => query.execute().then(linesOf);
  const { borrowerId: _id, ...limit } = await database
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  const scores = database.selectFrom("credit_limit_score").select(["key", "score", "band", "factors", "scoredAt"]);
  const changes = database
    .selectFrom("credit_limit_change")
    .select(["kind", "cause", "fromRupiah", "toRupiah", "changedAt", "why"]);
  const freezes = database.selectFrom("credit_limit_freeze").select(["cause", "sinceAt", "endsAt", "endedAt"]);
  const notices = database.selectFrom("notice").select(["kind", "createdAt"]);
  const events = database
    .selectFrom("domain_event")
    .select(["name", "happenedAt"])
    .where("name", "=", limitChanged.name);
  return {
    limit,
    scores: (await of(scores.where("borrowerId", "=", borrowerId))).map((line) => line.replaceAll(borrowerId, "B")),
    changes: await of(changes.where("borrowerId", "=", borrowerId)),
    freezes: await of(freezes.where("borrowerId", "=", borrowerId)),
    notices: await of(notices.where("borrowerId", "=", borrowerId).where("kind", "like", "limit.%")),
    events: await of(events.where(sql<boolean>`data->>'borrowerId' = ${borrowerId}`)),
  };
}

it("A month's refresh leaves these rows, and the same again changes none.", { timeout: 120_000 }, async () => {
  const { ask } = services;
  Object.assign(services, {
    ask: ((question: typeof temporaryLimitRight) =>
      question.name === temporaryLimitRight.name ? async () => true : ask(question)) as typeof ask,
  });
  const ids = new Map<string, string>();
  for (const [life, live] of Object.entries(lives)) ids.set(life, await live());
  const due = nextMonthly(clock.now());
  await database.updateTable("credit_limit").set({ refreshDueAt: due, refreshCause: "MONTH" }).execute();
  // Ten days after the first due date, without the sweeps in between: only the refresh runs.
  clock.advance(nextMonthly(due).getTime() - clock.now().getTime() - 20 * 86_400_000);
  const rows = async () =>
    Object.fromEntries(await Promise.all([...ids].map(async ([life, id]) => [life, await rowsOf(id)] as const)));
  expect(await refreshDue(services)).toBe(ids.size);
  const remaining = await rows();
  expect(await refreshDue(services)).toBe(0);
  expect(await rows()).toEqual(remaining);
  const file = join(root, "src/features/credit/limit/server/refresh-rows.json");
  await expect(`${JSON.stringify(remaining, null, 2)}\n`).toMatchFileSnapshot(file);
});
