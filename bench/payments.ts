/**
 * How many payments of one loan a second go from the bank's tap to the books: `sh scripts/node.sh bench/payments.ts`. Payers tap
 * side by side; the sandbox's bank calls back over signed HTTP as a real one does, and the clock stops when the last payment
 * is booked. `--payments=300`, `--payers=20`, `--rounds=3`.
 */
import { sql } from "kysely";
import { pause } from "#server/work/timers.ts";
import { stayAside, stayWithServers, waitForQuiet } from "./support/processes.ts";
import { openGround, startProduct } from "./support/product.ts";
import { median, option, report } from "./support/report.ts";
import { withRunningLoan } from "./support/running-loan.ts";

const payments = Number(option("payments") ?? 300);
const payers = Number(option("payers") ?? 20);
const rounds = Number(option("rounds") ?? 3);
/** The least that a virtual account takes. */
const amount = 10_000;

stayWithServers();
const ground = await openGround();
stayAside();
const product = await startProduct(ground);
try {
  const post = async (path: string, body: unknown, cookie = ""): Promise<Record<string, string>> => {
    const answer = await fetch(`${product.origin}${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const booked = async (): Promise<number> =>
    (
      await sql<{ count: number }>`select count(*)::int as count from payment_receipt where state = 'MATCHED'`.execute(
        ground.database,
      )
    ).rows[0]!.count;

  /** Payments a second of a loan of its own. */
  const once = async (): Promise<number> => {
    const cookie = await withRunningLoan(ground);
    const { virtualAccountNumber } = await post("/api/repayment/virtual-account", { bankCode: "014" }, cookie);
    await waitForQuiet();
    const before = await booked();
    const begun = performance.now();
    let left = payments;
    const payer = async (): Promise<void> => {
      while (left-- > 0) await post("/api/sandbox/bank/pay", { virtualAccountNumber, amount });
    };
    await Promise.all(Array.from({ length: payers }, payer));
    while ((await booked()) < before + payments) await pause(20);
    return payments / ((performance.now() - begun) / 1000);
  };

  const rates = [];
  for (let round = 0; round < rounds; round++) rates.push(await once());
  report(`${payments} payments of one loan by ${payers} payers, from the tap to the books`, [
    { "payments a second": Number(median(rates).toFixed(1)), rounds: rates.map((rate) => rate.toFixed(1)).join(", ") },
  ]);
} finally {
  await product.stop();
  await ground.stop();
}
