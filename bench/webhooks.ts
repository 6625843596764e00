/**
 * Events to a lender's backend: `sh scripts/node.sh bench/webhooks.ts 50000` writes so many events, five of each loan, starts the product
 * and tells how many arrive a second at a receiver that answers at once. With `--kill` the product is killed and started again after each
 * tenth. Every signature is verified, and every loan's sequence is looked at. // Spec credit-support 8
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { makeSecret, sealSecret } from "#features/operations/webhook/server/signing.ts";
import { insertEndpoint } from "#features/operations/webhook/server/store.ts";
import { transact } from "#server/database.server.ts";
import { pause } from "#server/work/timers.ts";
import { processorMilliseconds, residentMegabytes, stayAside } from "./support/processes.ts";
import { openGround, servicesOn, startProduct, type Ground } from "./support/product.ts";
import { option, report } from "./support/report.ts";

const events = Number(process.argv[2] ?? 50_000);
const eventsOfLoan = 5;
const isKilling = option("kill") !== undefined;
export const goals = { eventsPerSecond: 500 };

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Receives on a port of its own and answers 200 at once. */
async function receive(): Promise<{ url: string; received: Received[]; stop(): void }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(parts).toString("utf8") });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, received, stop: () => server.close() };
}

async function makeEndpoint(ground: Ground, url: string): Promise<string> {
  const services = servicesOn(ground);
  const id = services.random.uuid();
  const secret = makeSecret(services);
  await transact(ground.database, (trx) =>
    insertEndpoint(trx, {
      id,
      brand: "tunai",
      url,
      types: ["loan.signed"],
      secretSealed: sealSecret(services, id, secret),
      madeBy: services.random.uuid(),
      madeAt: new Date(),
    }),
  );
  return secret;
}

/** Rows as `writeEvent` leaves them. */
async function writeEvents({ database }: Ground): Promise<void> {
  await sql`insert into webhook_event
      (id, source_name, source_id, type, brand, subject_id, sequence, loan_id, body, happened_at, written_at)
    select id, 'bench', id, 'loan.signed', 'tunai', loan_id::text, sequence, loan_id,
      json_build_object('id', id, 'type', 'loan.signed', 'occurredAt', now(), 'sequence', sequence, 'brand', 'tunai', 'data',
        json_build_object('loanId', loan_id, 'loanNumber', 'PJ-2026-11-000001', 'borrowerRef', 'bor_4hVnQ0bZ1uW8sK2dYx7RtA',
          'state', 'SIGNED', 'productKey', 'standard', 'principalRupiah', 1000000, 'tenorDays', 90))::text,
      now(), now()
    from (
      select 'evt_' || md5('event' || loan || '-' || sequence) as id, md5('loan' || loan)::uuid as loan_id, sequence
      from generate_series(1, ${events / eventsOfLoan}::int) as loan, generate_series(1, ${eventsOfLoan}::int) as sequence
    ) as written order by sequence`.execute(database);
}

stayAside();
const ground = await openGround();
const backend = await receive();
try {
  // The first start makes database and keys.
  let product = await startProduct(ground);
  const secret = await makeEndpoint(ground, backend.url);
  const pid = () => product.child.pid as number;
  const usedBefore = processorMilliseconds(pid());
  const begun = performance.now();
  await writeEvents(ground);
  const written = performance.now();
  const ids = new Set<string>();
  const webhook = new Webhook(secret);
  const lastOf = new Map<string, number>();
  const faults: string[] = [];
  let looked = 0;
  let kills = 0;
  let ended = written;
  while (ids.size < events && performance.now() - begun < 600_000) {
    await pause(100);
    for (; looked < backend.received.length; looked++) {
      const { headers, body } = backend.received[looked]!;
      webhook.verify(body, headers);
      const { id, sequence, data } = JSON.parse(body) as { id: string; sequence: number; data: { loanId: string } };
      const last = lastOf.get(data.loanId) ?? 0;
      // An event that comes again is no fault; one that is first seen before its forerunner is.
      if (!ids.has(id) && sequence !== last + 1) faults.push(`${data.loanId}: ${sequence} after ${last}`);
      lastOf.set(data.loanId, Math.max(last, sequence));
      ids.add(id);
    }
    ended = performance.now();
    if (!isKilling || ids.size < ((kills + 1) * events) / 10 || ids.size === events) continue;
    product.child.kill("SIGKILL");
    await new Promise((done) => product.child.once("exit", done));
    kills++;
    product = await startProduct(ground);
  }
  const seconds = (ended - written) / 1000;
  report(
    `${events} events of ${events / eventsOfLoan} loans to one receiver${isKilling ? ", the product killed" : ""}`,
    [
      {
        "events a second": Math.round(ids.size / seconds),
        lost: events - ids.size,
        "sent again": backend.received.length - ids.size,
        "out of order": faults.length,
        kills,
        "processor ms an event": isKilling ? "–" : ((processorMilliseconds(pid()) - usedBefore) / events).toFixed(2),
        "resident MB": Math.round(residentMegabytes(pid())),
      },
    ],
  );
  if (faults.length > 0) console.log(faults.slice(0, 10).join("\n"));
  await product.stop();
} finally {
  backend.stop();
  await ground.stop();
}
