/**
 * How many open virtual accounts one process queries at a rail per second: `sh scripts/node.sh bench/inquiries.ts
 * 20000`. The rail takes `--milliseconds=150` to answer that nothing was paid; `--seconds=30`.
 */
import { sql } from "kysely";
import { domains } from "../src/api.ts";
import { inquireRequests } from "#features/credit/repayment/server/inquiry.ts";
import { openServices } from "#server/open-services.ts";
import { pause } from "#server/work/timers.ts";
import { loadRunningLoans } from "./support/many-loans.ts";
import { environmentOf, openGround } from "./support/product.ts";
import { option, report } from "./support/report.ts";

const accounts = Number(process.argv[2] ?? 20_000);
const milliseconds = Number(option("milliseconds") ?? 150);
const seconds = Number(option("seconds") ?? 30);
const ground = await openGround();
try {
  await loadRunningLoans(ground, accounts - 1, async (cookie, origin) => {
    const opened = await fetch(`${origin}/api/repayment/virtual-account`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ bankCode: "014" }),
    });
    if (!opened.ok) throw new Error(`No virtual account: ${await opened.text()}`);
  });
  await sql`update payment_request set next_inquiry_at = now() - interval '1 minute' where state = 'OPEN'`.execute(
    ground.database,
  );
  const { services, stop } = await openServices(environmentOf(ground), domains);
  let inquiries = 0;
  services.outside.collection.inquirePayment = async () => {
    inquiries += 1;
    await pause(milliseconds);
    return { outcome: "KNOWN", open: true, payments: [] };
  };
  const begun = performance.now();
  let found = 1;
  while (found > 0 && performance.now() - begun < seconds * 1000) found = await inquireRequests(services);
  const took = (performance.now() - begun) / 1000;
  report(`Inquiries of ${accounts} open virtual accounts at a rail of ${milliseconds} ms, one process`, [
    { asked: inquiries, seconds: Math.round(took), "a second": Math.round(inquiries / took) },
  ]);
  await stop();
} finally {
  await ground.stop();
}
