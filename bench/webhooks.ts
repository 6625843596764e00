/**
 * Events to a lender's backend: `sh scripts/node.sh bench/webhooks.ts --events=50000` writes this many events, five for
 * each loan, starts the product and reports how many arrive a second at a receiver that answers at once. With
 * `--kill=yes` the product is killed and started again after each tenth. `--receiver=down`: nothing listens for the
 * first 20 s, then the sandbox's clock moves to the next tries; `slow`: each answer takes 80 ms, and one in 5,000 never
 * comes; `gone`: a tenth arrives, then 410 switches the endpoint off; for some seconds nothing may come, and all is
 * sent again. Every signature is verified, every loan's sequence is looked at, and tries of one event are compared byte
 * by byte. It fails where an event is lost, out of order or sent with other bytes, or comes to an endpoint that is off.
 * `--minutes=20` at most. // Spec credit-support 8
 */
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { makeSecret, sealSecret } from "#features/operations/webhook/server/signing.ts";
import { insertReplayed, type ReplayPlace } from "#features/operations/webhook/server/replay-store.ts";
import { changeEndpoint, insertEndpoint } from "#features/operations/webhook/server/store.ts";
import { transact } from "#server/database.server.ts";
import { pause } from "#server/work/timers.ts";
import { freePort, processorMilliseconds, residentMegabytes, stayAside } from "./support/processes.ts";
import { openGround, servicesOn, startProduct, type Ground } from "./support/product.ts";
import { option, report } from "./support/report.ts";

const given = process.argv[2];
const events = Number(option("events") ?? (given?.startsWith("--") ? undefined : given) ?? 50_000);
const mostMilliseconds = Number(option("minutes") ?? 20) * 60_000;
const eventsOfLoan = 5;
const isKilling = option("kill") !== undefined;
const modes = ["quick", "down", "slow", "gone"] as const;
const mode = modes.find((one) => one === (option("receiver") ?? "quick"));
if (!mode) throw new Error(`--receiver is one of ${modes.join(", ")}.`);
export const goals = { eventsPerSecond: 500 };
const downMilliseconds = 20_000;
/** How long an endpoint that is off is watched. */
const offMilliseconds = 5_000;
const slowMilliseconds = 80;
/** Longer than the product waits. */
const hangMilliseconds = 20_000;

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Receives on its own port and answers according to the mode. */
async function receive(): Promise<{ url: string; received: Received[]; listen(): Promise<void>; stop(): void }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const count = received.length + 1;
      received.push({ headers, body: Buffer.concat(parts).toString("utf8") });
      const status = mode === "gone" && count === Math.round(events / 10) ? 410 : 200;
      const wait = mode !== "slow" ? 0 : count % 5_000 === 0 ? hangMilliseconds : slowMilliseconds;
      const answer = () => response.writeHead(status).end();
      if (wait === 0) answer();
      else setTimeout(answer, wait);
    });
  });
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    listen: () => new Promise((done) => server.listen(port, "127.0.0.1", () => done())),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function makeEndpoint(ground: Ground, url: string): Promise<{ id: string; secret: string }> {
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
  return { id, secret };
}

/**
 * Two people have switched the endpoint on again, and the events of these days are sent again: some were written while
 * it was off.
 */
async function switchOnAndReplay({ database }: Ground, endpointId: string): Promise<void> {
  const now = new Date();
  await transact(database, (trx) => changeEndpoint(trx, endpointId, { state: "ON", offCause: null }, now));
  const [from, to] = [new Date(now.getTime() - 86_400_000), new Date(now.getTime() + 86_400_000)];
  const range = { endpointId, began: now, events: { scope: "PERIOD", from, to, type: null } } as const;
  let behind: ReplayPlace | null = null;
  for (let isMore = true; isMore;) {
    const after: ReplayPlace | null = behind;
    const batch: Awaited<ReturnType<typeof insertReplayed>> = await transact(database, (trx) =>
      insertReplayed(trx, range, after, { now, max: 5_000 }),
    );
    behind = batch.last;
    isMore = batch.count === 5_000;
  }
}

/** Whether the endpoint's answer switched it off and no delivery is pending. */
async function isGone({ database }: Ground): Promise<boolean> {
  const { rows } = await sql<{ isGone: boolean }>`select exists (select from webhook_endpoint where off_cause = 'GONE')
    and not exists (select from webhook_delivery where state = 'WAITING')
    and not exists (select from webhook_event where place is null) as "isGone"`.execute(database);
  return rows[0]?.isGone === true;
}

/** Rows as `writeWebhookEvent` leaves them. */
async function writeEvents({ database }: Ground): Promise<void> {
  await sql`insert into webhook_event
      (id, source_name, source_id, type, brand, subject_id, sequence, loan_id, body, happened_at, written_at)
    select id, 'bench', id, 'loan.signed', 'tunai', loan_id::text, sequence, loan_id,
      json_build_object('id', id, 'type', 'loan.signed', 'occurredAt', now(), 'sequence', sequence, 'brand', 'tunai', 'data',
        json_build_object('loanId', loan_id, 'loanNumber', 'PJ-2026-11-000001', 'borrowerRef', 'bor_4hVnQ0bZ1uW8sK2dYx7RtA',
          'state', 'SIGNED', 'productKey', 'standard', 'principalRupiah', 1000000, 'tenorDays', 90))::text,
      date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
    from (
      select 'evt_' || md5('event' || loan || '-' || sequence) as id, md5('loan' || loan)::uuid as loan_id, sequence
      from generate_series(1, ${events / eventsOfLoan}::int) as loan, generate_series(1, ${eventsOfLoan}::int) as sequence
    ) as written order by sequence`.execute(database);
}

/** Five minutes of the sandbox's clock. */
async function move(origin: string): Promise<void> {
  await fetch(`${origin}/api/sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 310 }),
  });
}

stayAside();
const ground = await openGround();
const backend = await receive();
const load = loadavg()[0] as number;
if (mode !== "down") await backend.listen();
try {
  // The first start makes database and keys.
  let product = await startProduct(ground);
  const { id: endpointId, secret } = await makeEndpoint(ground, backend.url);
  const pid = () => product.child.pid as number;
  const usedBefore = processorMilliseconds(pid());
  const begun = performance.now();
  await writeEvents(ground);
  const written = performance.now();
  const ids = new Set<string>();
  const webhook = new Webhook(secret);
  const lastOf = new Map<string, number>();
  const faults: string[] = [];
  const bytesOf = new Map<string, string>();
  let other = 0;
  let isReplayed = false;
  let sentWhileOff = 0;
  let movedAt = written;
  let looked = 0;
  let kills = 0;
  let ended = written;
  while (ids.size < events && performance.now() - begun < mostMilliseconds) {
    await pause(100);
    for (; looked < backend.received.length; looked++) {
      const { headers, body } = backend.received[looked]!;
      webhook.verify(body, headers);
      if ((bytesOf.get(headers["webhook-id"] ?? "") ?? body) !== body) other++;
      bytesOf.set(headers["webhook-id"] ?? "", body);
      const { id, sequence, data } = JSON.parse(body) as { id: string; sequence: number; data: { loanId: string } };
      const last = lastOf.get(data.loanId) ?? 0;
      // A repeated event is no fault; an event that arrives before its predecessor is.
      if (!ids.has(id) && sequence !== last + 1) faults.push(`${data.loanId}: ${sequence} after ${last}`);
      lastOf.set(data.loanId, Math.max(last, sequence));
      ids.add(id);
    }
    ended = performance.now();
    if (mode === "down" && ended - written > downMilliseconds) {
      if (movedAt === written) await backend.listen();
      // The tries after the second one are minutes apart, by business time.
      if (ended - movedAt > 5_000) {
        movedAt = ended;
        void move(product.origin).catch(() => {});
      }
    }
    if (mode === "gone" && !isReplayed && (await isGone(ground))) {
      isReplayed = true;
      const before = backend.received.length;
      await pause(offMilliseconds);
      sentWhileOff = backend.received.length - before;
      await switchOnAndReplay(ground, endpointId);
    }
    if (!isKilling || ids.size < ((kills + 1) * events) / 10 || ids.size === events) continue;
    product.child.kill("SIGKILL");
    await new Promise((done) => product.child.once("exit", done));
    kills++;
    product = await startProduct(ground);
  }
  const seconds = (ended - written) / 1000;
  report(
    `${events} events of ${events / eventsOfLoan} loans to one receiver (${mode})${isKilling ? ", the product killed" : ""}`,
    [
      {
        "events a second": Math.round(ids.size / seconds),
        lost: events - ids.size,
        "sent again": backend.received.length - ids.size,
        "out of order": faults.length,
        "other bytes": other,
        ...(mode === "gone" ? { "switched off": isReplayed ? "yes" : "no", "sent while off": sentWhileOff } : {}),
        kills,
        "processor ms an event": isKilling ? "–" : ((processorMilliseconds(pid()) - usedBefore) / events).toFixed(2),
        load: load.toFixed(1),
        "resident MB": Math.round(residentMegabytes(pid())),
      },
    ],
  );
  if (faults.length > 0) console.log(faults.slice(0, 10).join("\n"));
  const isRight =
    ids.size === events &&
    faults.length + other + sentWhileOff === 0 &&
    (mode !== "gone" || isReplayed) &&
    (!isKilling || kills > 0);
  if (!isRight) process.exitCode = 1;
  await product.stop();
} finally {
  backend.stop();
  await ground.stop();
}
