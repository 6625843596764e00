/**
 * Sends due deliveries. Each endpoint has its own lane, so that a hanging one does not delay others; within a lane
 * the events of one loan are sent in order, those of different loans in parallel. // docs/decisions/331
 */
import { transact } from "#server/database.server.ts";
import { perServices } from "#server/process/per-services.ts";
import type { Services } from "#server/services.ts";
import { pause } from "#server/work/timers.ts";
import { secretsOf, signedHeaders } from "./signing.ts";
import {
  changeEndpoint,
  claimDueDeliveries,
  dueEndpoints,
  endOfEndpoint,
  findEndpoint,
  lockEndpoint,
  noteTries,
  placeEvents,
  postponeDeliveries,
  type ClaimedDelivery,
  type Endpoint,
  type TryResult,
} from "./store.ts";

/** Seconds between tries; after the last one a delivery is dead. // Spec credit-support 8 */
const pausesSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

/** Requests to one endpoint at a time. */
const sentAtOnce = 32;
const claimedAtOnce = 96;
/** Time after which deliveries claimed by a killed process are due again. */
const claimSeconds = 90;
/** No delivery of a claim is started after this time, because another process may claim it then. */
const beginWithinMilliseconds = 60_000;
const placedAtOnce = 1_000;
const endedAtOnce = 1_000;
/** Time that a round of the sweep waits for lanes; they continue by themselves. */
const patienceMilliseconds = 2_000;
/** Delay after which collected results are written together. */
const noteMilliseconds = 15;
/** Interval at which a lane with hanging requests looks for newly due deliveries. */
const lookMilliseconds = 250;

interface Lanes {
  /** By endpoint. */
  running: Map<string, Promise<void>>;
  /** Tries that ended in this process. */
  ended: number;
}
const lanesOf = perServices((): Lanes => ({ running: new Map(), ended: 0 }));

/** Numbers new events and sends due deliveries. Returns the number of events and tries: more than 0 as long as there may be more. */
export async function deliverDueWebhooks(services: Services): Promise<number> {
  const { database, clock, sweeps, log } = services;
  const now = clock.now();
  const placed = await transact(database, (trx) => placeEvents(trx, now, placedAtOnce));
  const lanes = lanesOf(services);
  const before = lanes.ended;
  for (const endpointId of await dueEndpoints(database, now)) {
    if (lanes.running.has(endpointId) || sweeps.ending.aborted) continue;
    const done = runLane(services, endpointId)
      .catch((error: unknown) => {
        if (!sweeps.ending.aborted) log.error("webhook lane failed", { reference: endpointId, error });
      })
      .finally(() => lanes.running.delete(endpointId));
    lanes.running.set(endpointId, done);
  }
  const running = [...lanes.running.values()];
  if (running.length > 0) {
    const patience = new AbortController();
    await Promise.race([Promise.all(running), pause(patienceMilliseconds, patience.signal)]);
    patience.abort();
  }
  return placed + lanes.ended - before;
}

/** Deliveries of one loan in order, claimed together. */
interface Chain {
  rows: ClaimedDelivery[];
  claimedAt: number;
}

async function runLane(services: Services, endpointId: string): Promise<void> {
  const { database, clock, sweeps } = services;
  const active = new Set<Promise<void>>();
  const queue: Chain[] = [];
  const notes = noteBook(services, endpointId);
  let endpoint = await findEndpoint(database, endpointId);
  let secrets = endpoint ? secretsOf(services, endpoint) : [];
  let lookAgainAt = 0;
  while (endpoint && !sweeps.ending.aborted) {
    if (endpoint.state === "OFF") {
      queue.length = 0;
      await Promise.all(active);
      const ended = await transact(database, (trx) => endOfEndpoint(trx, endpointId, clock.now(), endedAtOnce));
      lanesOf(services).ended += ended;
      if (ended === 0) break;
      continue;
    }
    if (queue.length < sentAtOnce && performance.now() >= lookAgainAt) {
      const chains = await claimChains(services, endpointId);
      queue.push(...chains);
      if (chains.length === 0) lookAgainAt = performance.now() + lookMilliseconds;
    }
    while (active.size < sentAtOnce && queue.length > 0) {
      const sending: Promise<void> = sendChain(services, endpoint, secrets, queue.shift()!, notes).finally(() =>
        active.delete(sending),
      );
      active.add(sending);
    }
    const isIdle = active.size === 0;
    // Writing the notes may have released the next event of a loan.
    if (isIdle) await notes.flush();
    if (isIdle && !(await isDue(services, endpointId))) break;
    if (active.size >= sentAtOnce || lookAgainAt > performance.now()) await firstOf(active, lookMilliseconds);
    const current = await currentEndpoint(services, endpoint, notes);
    if (current && current !== endpoint) secrets = secretsOf(services, current);
    endpoint = current;
  }
  await Promise.all(active);
  await notes.flush();
}

const isDue = async ({ database, clock }: Services, endpointId: string): Promise<boolean> =>
  (await dueEndpoints(database, clock.now())).includes(endpointId);

/** Read again at times: it may have been changed or switched off. */
async function currentEndpoint(services: Services, endpoint: Endpoint, notes: NoteBook): Promise<Endpoint | null> {
  if (!notes.isGone && performance.now() - notes.readAt < lookMilliseconds) return endpoint;
  notes.readAt = performance.now();
  if (notes.isGone) await notes.flush();
  return findEndpoint(services.database, endpoint.id);
}

async function firstOf(active: ReadonlySet<Promise<void>>, milliseconds: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([...active, pause(milliseconds, enough.signal)]);
  enough.abort();
}

/** Claims due deliveries as chains; an event whose predecessor is not among them is postponed until that one is due. */
async function claimChains(services: Services, endpointId: string): Promise<Chain[]> {
  const { database, clock } = services;
  const now = clock.now();
  const until = new Date(now.getTime() + claimSeconds * 1000);
  return transact(database, async (trx) => {
    const rows = await claimDueDeliveries(trx, endpointId, { now, until, max: claimedAtOnce });
    const chains = new Map<string, Chain>();
    const waiting: { id: string; dueAt: Date }[] = [];
    const claimedAt = performance.now();
    for (const row of rows) {
      const chain = chains.get(row.subjectId);
      if (row.behindId === null) chains.set(row.subjectId, { rows: [row], claimedAt });
      else if (chain?.rows.at(-1)?.id === row.behindId) chain.rows.push(row);
      else waiting.push({ id: row.id, dueAt: laterOf(row.behindDueAt, new Date(now.getTime() + 1_000)) });
    }
    await postponeDeliveries(trx, waiting);
    return [...chains.values()];
  });
}

const laterOf = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);

async function sendChain(
  services: Services,
  endpoint: Endpoint,
  secrets: readonly string[],
  { rows, claimedAt }: Chain,
  notes: NoteBook,
): Promise<void> {
  const waiting = [...rows];
  for (let row = waiting.shift(); row; row = waiting.shift()) {
    const isLate = performance.now() - claimedAt > beginWithinMilliseconds;
    if (isLate || notes.isGone || services.sweeps.ending.aborted) {
      waiting.unshift(row);
      break;
    }
    const result = await sendOne(services, endpoint, secrets, row);
    notes.add(result);
    if (result.state !== "WAITING") continue;
    // The later events of the loan wait for this one.
    const dueAt = result.dueAt!;
    notes.putOff(waiting.map(({ id }) => ({ id, dueAt })));
    return;
  }
  notes.putOff(waiting.map(({ id }) => ({ id, dueAt: services.clock.now() })));
}

async function sendOne(
  services: Services,
  { url }: Endpoint,
  secrets: readonly string[],
  { id, eventId, subjectId, tries, body }: ClaimedDelivery,
): Promise<TryResult> {
  const { clock, outside } = services;
  const begun = performance.now();
  const headers = signedHeaders(secrets, { id: eventId, body, at: clock.realNow() });
  const answer = await outside.webhooks.send({ url, headers, body });
  const at = clock.now();
  const milliseconds = Math.round(performance.now() - begun);
  const about = { id, subjectId, at, milliseconds, status: answer.status, failure: answer.failure };
  if (answer.status !== null && answer.status >= 200 && answer.status < 300)
    return { ...about, state: "DELIVERED", dueAt: null };
  const seconds = pausesSeconds[tries];
  if (seconds === undefined || answer.status === 410) return { ...about, state: "DEAD", dueAt: null };
  return { ...about, state: "WAITING", dueAt: new Date(at.getTime() + seconds * 1000) };
}

interface NoteBook {
  add(result: TryResult): void;
  putOff(rows: readonly { id: string; dueAt: Date }[]): void;
  /** Writes the results that are not written yet. */
  flush(): Promise<void>;
  /** Whether the receiver said that it is gone for good. */
  isGone: boolean;
  readAt: number;
}

/** Collects results of one lane and writes them together: a transaction for each would be the slowest part. */
function noteBook(services: Services, endpointId: string): NoteBook {
  const { database, clock, log, sweeps } = services;
  let results: TryResult[] = [];
  let late: { id: string; dueAt: Date }[] = [];
  let writing: Promise<void> = Promise.resolve();
  let isPlanned = false;
  const write = async (): Promise<void> => {
    const [now, ended, waiting] = [clock.now(), results, late];
    [results, late] = [[], []];
    if (ended.length + waiting.length === 0) return;
    await transact(database, async (trx) => {
      // The endpoint is locked first, as in all that changes it.
      if (ended.some(({ status }) => status === 410)) {
        const endpoint = await lockEndpoint(trx, endpointId);
        if (endpoint?.state === "ON") await changeEndpoint(trx, endpointId, { state: "OFF", offCause: "GONE" }, now);
      }
      await postponeDeliveries(trx, waiting);
      await noteTries(trx, endpointId, ended, now);
    });
    lanesOf(services).ended += ended.length;
  };
  const flush = (): Promise<void> => {
    // An unwritten try was sent all the same: it is due again after the claim, and the receiver knows its id.
    writing = writing.then(write).catch((error: unknown) => {
      if (!sweeps.ending.aborted) log.error("webhook tries not noted", { reference: endpointId, error });
    });
    return writing;
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    void pause(noteMilliseconds).then(() => {
      isPlanned = false;
      return flush();
    });
  };
  const book: NoteBook = {
    isGone: false,
    readAt: performance.now(),
    add(result) {
      results.push(result);
      if (result.status === 410) book.isGone = true;
      plan();
    },
    putOff(rows) {
      if (rows.length === 0) return;
      late.push(...rows);
      plan();
    },
    flush,
  };
  return book;
}
