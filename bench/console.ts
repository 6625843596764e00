/**
 * The console with a large book: `sh scripts/node.sh bench/console.ts 100000` loads this many borrowers with a running
 * loan each, starts the product and opens pages as a staff member does, one after the other: the pages of forty
 * borrowers in turn, the start page, lists, and the trial balance. It reports p50 and p99 of the whole answer, the
 * processor time of the product's process, which hardly moves with what else the machine does, and the machine's load.
 * `--pages=400` of each kind. With `--folder=FOLDER` the book stays there, and a later run measures on it. // Spec
 * credit-support 9
 */
import { loadavg } from "node:os";
import { sql } from "kysely";
import { openSession } from "#server/call/session.server.ts";
import { loopbackCookies } from "#server/http/cookies.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { pause } from "#server/work/timers.ts";
import { loadRunningLoans } from "./support/many-loans.ts";
import { processorMilliseconds, residentMegabytes, stayAside, type Served } from "./support/processes.ts";
import { runningLoans } from "./support/running-loan.ts";
import { openGround, servicesOn, startProduct, type Ground } from "./support/product.ts";
import { option, quantile, report } from "./support/report.ts";

const loans = Number(process.argv[2] ?? 100_000);
/** Borrowers made by the product itself, whose pages are opened. */
const made = 40;
const pages = Number(option("pages") ?? 400);
export const goals = { borrowerMilliseconds: 150, startMilliseconds: 300 };

/** The cookie of a staff member with every permission. */
async function staffCookie(ground: Ground): Promise<string> {
  const { id: staffId } = await ground.database
    .selectFrom("staff_member")
    .select("id")
    .where(sql<boolean>`'admin' = any(roles)`)
    .executeTakeFirstOrThrow();
  const { token } = await openSession(servicesOn(ground), ground.database, {
    kind: "staff",
    subjectId: staffId,
    roles: [...staffRoles],
    deviceToken: "device-of-bench",
    deviceLabel: "bench",
  });
  return `${loopbackCookies.names.staff}=${token}`;
}

/**
 * Borrowers whose sealed data can be opened, as those of copied rows cannot: each with a loan that the product paid out.
 * @returns their ids.
 */
async function openedBorrowers(ground: Ground): Promise<string[]> {
  if ((await countLoans(ground)) < loans + made) await runningLoans(ground, made);
  for (let tries = 0; (await countLoans(ground)) < loans + made; tries++) {
    if (tries > 240) throw new Error("Not all loans were paid out.");
    await pause(500);
  }
  const { rows } = await sql<{ id: string }>`select borrower_id as id from loan where state = 'ACTIVE'
    order by submitted_at desc limit ${made}`.execute(ground.database);
  return rows.map(({ id }) => id);
}

/** Opens pages one after the other. @returns milliseconds of each whole answer. */
async function open(product: Served, cookie: string, paths: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (const path of paths) {
    const begun = performance.now();
    const answer = await fetch(product.origin + path, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.headers.get("location") ?? ""}`);
    took.push(performance.now() - begun);
  }
  return took;
}

const ground = await openGround(option("folder"));
try {
  if ((await countLoans(ground)) < loans) await loadRunningLoans(ground, loans - 1);
  stayAside();
  const product = await startProduct(ground);
  try {
    const cookie = await staffCookie(ground);
    const borrowers = await openedBorrowers(ground);
    // The work of the start has finished by then.
    await pause(20_000);
    const many = (path: string) => Array.from({ length: pages }, () => path);
    const kinds: [what: string, paths: readonly string[], goal: number | null][] = [
      [
        "a borrower",
        Array.from({ length: pages }, (_, n) => `/staff/borrowers/${borrowers[n % borrowers.length]}`),
        goals.borrowerMilliseconds,
      ],
      ["start page", many("/staff"), goals.startMilliseconds],
      ["loans", many("/staff/loans"), null],
      ["borrowers", many("/staff/borrowers"), null],
      ["trial balance of today", many("/staff/accounting").slice(0, 20), null],
    ];
    const figures = [];
    for (const [what, paths, goal] of kinds) {
      await open(product, cookie, paths.slice(0, 10));
      const before = processorMilliseconds(product.child.pid as number);
      const took = await open(product, cookie, paths);
      const used = processorMilliseconds(product.child.pid as number) - before;
      figures.push({
        page: what,
        pages: took.length,
        "p50 ms": quantile(took, 0.5),
        "p99 ms": quantile(took, 0.99),
        "goal ms": goal ?? "–",
        "processor ms a page": used / took.length,
        load: (loadavg()[0] as number).toFixed(1),
      });
    }
    report(
      `Console with ${await countLoans(ground)} running loans, one process of ${Math.round(residentMegabytes(product.child.pid as number))} MB`,
      figures,
    );
  } finally {
    await product.stop();
  }
} finally {
  await ground.stop();
}

/** Running loans of a ground; none before its first start. */
async function countLoans({ database }: Ground): Promise<number> {
  const { rows: known } = await sql`select 1 from pg_tables where tablename = 'loan'`.execute(database);
  if (known.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from loan where state = 'ACTIVE'`.execute(
    database,
  );
  return rows[0]!.count;
}
