/**
 * How many payments a second go from the bank's tap to the books, each of another loan: `sh scripts/node.sh bench/payments.ts`. Payers
 * tap concurrently; the sandbox's bank calls back over signed HTTP as a real one does, and the clock stops when the last payment is
 * booked. The processor time is the product's with its PostgreSQL. `--loans=300`, `--payers=20`, `--rounds=3`: each round pays every
 * loan once.
 */
import { sql } from "kysely";
import { pause } from "#server/work/timers.ts";
import { descendants, processorMilliseconds, stayAside, stayWithServers, waitForQuiet } from "./support/processes.ts";
import { openGround, startProduct } from "./support/product.ts";
import { median, option, report } from "./support/report.ts";
import { runningLoans } from "./support/running-loan.ts";

const loans = Number(option("loans") ?? 300);
const payers = Number(option("payers") ?? 20);
const rounds = Number(option("rounds") ?? 3);
/** The minimum that a virtual account accepts. */
const amount = 10_000;

stayWithServers();
const ground = await openGround();
stayAside();
const product = await startProduct(ground);
try {
  const post = async (path: string, body: unknown, cookie = ""): Promise<Record<string, string>> => {
    const response = await fetch(`${product.origin}${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const booked = async (): Promise<number> =>
    (
      await sql<{ count: number }>`select count(*)::int as count from payment_receipt where state = 'MATCHED'`.execute(
        ground.database,
      )
    ).rows[0]!.count;
  /** The processes of the product, and those of the PostgreSQL that this bench started. */
  const processorTime = (): number =>
    [...descendants(process.pid), product.child.pid!]
      .filter((pid, index, all) => all.indexOf(pid) === index)
      .reduce((sum, pid) => sum + (processorMilliseconds(pid) || 0), 0);

  const accounts: string[] = [];
  for (const cookie of await runningLoans(ground, loans))
    accounts.push((await post("/api/repayment/virtual-account", { bankCode: "014" }, cookie))["virtualAccountNumber"]!);

  const once = async () => {
    await waitForQuiet();
    const [before, processorBefore, begun] = [await booked(), processorTime(), performance.now()];
    const waiting = [...accounts];
    const payer = async (): Promise<void> => {
      for (let number = waiting.pop(); number !== undefined; number = waiting.pop())
        await post("/api/sandbox/bank/pay", { virtualAccountNumber: number, amount });
    };
    await Promise.all(Array.from({ length: payers }, payer));
    while ((await booked()) < before + loans) await pause(20);
    const seconds = (performance.now() - begun) / 1000;
    return { aSecond: loans / seconds, milliseconds: (processorTime() - processorBefore) / loans };
  };

  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await once());
  const rates = measured.map(({ aSecond }) => aSecond);
  const costs = measured.map(({ milliseconds }) => milliseconds);
  const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(", ");
  report(`${loans} loans paid once each by ${payers} payers, from the tap to the books`, [
    {
      "payments a second": Number(median(rates).toFixed(1)),
      "processor ms a payment": Number(median(costs).toFixed(1)),
      rounds: `${listed(rates)} a second; ${listed(costs)} ms`,
    },
  ]);
} finally {
  await product.stop();
  await ground.stop();
}
