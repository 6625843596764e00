/**
 * The pipeline for every call, over HTTP and in-process while a page renders. Policy → body → input → (idempotency) →
 * rate limits → handler → output. Every error becomes the one error envelope.
 */
import * as v from "valibot";
import { Streamed } from "#shared/binary.ts";
import { BodyUnreadable } from "#server/http/bodies.ts";
import { callLimits, type BodyLimits } from "#server/http/body-limits.ts";
import type { Caller } from "./caller.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import { isDiskFull } from "#server/process/disk-space.ts";
import { BodyTooLarge, BodyTooSlow, ClientGone, NoRoom } from "#server/http/exchange.ts";
import { effectOnce } from "./idempotency.ts";
import { isStorable } from "./storable.ts";
import { borrowerOf, principalKey, type PrincipalOf } from "./principal.ts";
import { isPassing } from "./passing-fault.ts";
import { countCall, countStranger, isCountedFirst } from "./rate-limit.ts";
import { Refusal, type Refuse } from "./refusal.ts";
import { forOneRequest, readInScope } from "./request-reads.ts";
import { ReadScope } from "#server/postgres/read-scope.ts";
import type { Services } from "#server/services.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { StaffTrail, TrailEntry } from "./staff-trail.ts";
import type { Call, Envelope, ProblemKind, ProblemKinds, Policy } from "#shared/contract.ts";
import { fieldProblems, fieldProblemText } from "#shared/fields/problems.ts";
import { commonProblems } from "#shared/problems.ts";
import { say, type Language, type TextParameters } from "#shared/texts.ts";
import { isOfferedHere } from "./offered-here.ts";
import { admit, isForEverybody, notLoggedIn } from "./policy.ts";
import { inSpan } from "#server/observability/spans.ts";
import { staffTrail } from "#server/console/questions.ts";

export { Binary, binary, Streamed, streamed } from "#shared/binary.ts";
export type { Principal, PrincipalOf, StaffPrincipal } from "./principal.ts";

interface ContextOfAnyCall<Problems extends ProblemKinds> {
  services: Services;
  /** The calls of this server, for handlers that describe or make calls. */
  api: Api;
  /** In a read-only call: the request's shared handle, on which `readOnce` caches. */
  database: Database;
  caller: Caller;
  language: Language;
  refuse: Refuse<Problems>;
}
/** A handler's second argument, typed by its call's policy. */
export type CallContext<Problems extends ProblemKinds, Allowed extends Policy = Policy> = ContextOfAnyCall<Problems> & {
  /** The authenticated caller, with the data that the policy has established. */
  principal: PrincipalOf<Allowed["who"]>;
} & (Allowed["who"] extends "borrower" | "host-app" | "link"
    ? {
        /** The logged-in borrower, or the subject of the link. */
        borrowerId: string;
      }
    : unknown);
/** The frame of a call whose effect happens once per idempotency key: everything is written through `trx`. */
export type EffectContext<Problems extends ProblemKinds, Allowed extends Policy = Policy> = CallContext<
  Problems,
  Allowed
> & { trx: Transaction };

/** The part of a handler's context that all calls with one kind of policy share: everything but `refuse`, which knows the problems of its own call. */
export type ContextOf<Who extends Policy["who"]> = Omit<
  CallContext<ProblemKinds, Extract<Policy, { who: Who }>>,
  "refuse"
>;

/** `isReplay`: the stored first answer of an idempotency key. */
export type CallOutcome =
  | { ok: true; status: number; reply: unknown; isReplay?: boolean }
  | { ok: false; status: number; envelope: Envelope };
type HandlerContext<Problems extends ProblemKinds, Allowed extends Policy> = Allowed extends { idempotent: true }
  ? EffectContext<Problems, Allowed>
  : CallContext<Problems, Allowed>;

type Handler = (input: never, context: never) => Promise<unknown>;
/** A call with its answer, as a domain hands it in. */
export interface CallAnswer {
  readonly call: Call;
  readonly handler: Handler;
  /** Runs when a server mounts the call. */
  readonly mounted?: (api: Api) => void;
}
export interface Mounted {
  call: Call;
  handler: Handler;
  once: boolean;
  /** Limits for the request body; null when the call has none. */
  bodyLimits: BodyLimits | null;
}

/** The input of a call as it was sent, or a function that reads it once the caller is admitted. */
export type Raw = Readonly<Record<string, unknown>> | (() => Promise<Readonly<Record<string, unknown>>>);

/** All calls that this server answers. Filled by the wiring, read by the HTTP door, the OpenAPI document and the tests. */
export class Api {
  readonly services: Services;
  readonly mounted = new Map<string, Mounted>();
  /** Those of the mounted calls: generated clients have a function for each. */
  readonly ids = new Set<string>();
  /** Stores the audit trail of staff actions. */
  readonly trail: StaffTrail;
  constructor(services: Services) {
    this.services = services;
    this.trail = services.ask(staffTrail)(services);
  }
  calls(): Mounted[] {
    return [...this.mounted.values()];
  }
  /** @throws Error for a call that is answered twice, or whose limits count a subject that its policy does not establish */
  mount({ call, handler, mounted }: CallAnswer): void {
    const name = callName(call);
    if (this.mounted.has(name)) throw new Error(`The call ${name} is answered twice.`);
    checkLimits(call, name);
    if (this.ids.has(call.id)) throw new Error(`Two calls go by the id ${call.id}; ${name} is one of them.`);
    this.ids.add(call.id);
    const once = "idempotent" in call.policy && call.policy.idempotent === true;
    const isRead = call.method === "GET" || call.policy.who === "webhook";
    if (call.policy.who === "staff" && "trail" in call.policy) {
      const { trailTexts, problemTexts } = this.services;
      trailTexts.set(name, call.policy.trail);
      for (const [code, { text }] of Object.entries<ProblemKind>({ ...commonProblems, ...call.problems }))
        problemTexts.set(code, text);
    }
    this.mounted.set(name, { call, handler, once, bodyLimits: isRead ? null : callLimits(call) });
    mounted?.(this);
  }
}

export const callName = (call: Pick<Call, "method" | "path">): string => `${call.method} ${call.path}`;

/** Refuses a limit whose subject the call's policy does not establish: it would block all callers or none. */
function checkLimits({ policy: { who }, limits = [], input }: Call, name: string): void {
  const { entries = {} } = input as { entries?: Readonly<Record<string, { type: string }>> };
  for (const limit of limits)
    if (isCountedFirst(limit) && limit.each !== undefined && entries[limit.each]?.type !== "array")
      throw new Error(`${name}: a limit counts the entries of ${limit.each}, which is no list of its input.`);
  const needed = {
    borrower: "borrower",
    link: "link",
    staff: "staff",
    partner: "partner",
    network: who,
    address: who,
  } as const;
  for (const limit of limits)
    if (isCountedFirst(limit) && needed[limit.by] !== who)
      throw new Error(`${name}: a call for ${who} cannot be counted by ${limit.by}.`);
}

/**
 * The answer to a call. The handler of an idempotent call (it moves money, signs or submits) runs inside one
 * transaction together with its idempotency row: the same key and body return the first answer again, another body is
 * refused, a refusal leaves no row.
 */
export function answer<Sent, Heard, Reply, Problems extends ProblemKinds, Allowed extends Policy>(
  call: Call<Sent, Heard, Reply, Problems, Allowed>,
  handler: NoInfer<(input: Heard, context: HandlerContext<Problems, Allowed>) => Promise<Reply>>,
): CallAnswer {
  return { call: call as unknown as Call, handler: handler as unknown as Handler };
}

/**
 * Runs a call for a caller. Refusals that need no database are returned synchronously.
 * @throws NoRoom, BodyTooSlow and ClientGone while the body is read; never anything else: unknown errors are logged and
 * answered as INTERNAL.
 */
export function perform(api: Api, name: string, raw: Raw, caller: Caller): CallOutcome | Promise<CallOutcome> {
  const mounted = api.mounted.get(name);
  if (!mounted) return failed(caller, "NOT_FOUND", commonProblems.NOT_FOUND);
  const { call } = mounted;
  if (api.services.disk.isLow && !goesOnWithoutRoom(call)) return storageFull(caller);
  if (!isOfferedHere(call, caller.brand)) return failed(caller, "NOT_OFFERED_HERE", commonProblems.NOT_OFFERED_HERE);
  // Neither thrown nor waited for: a throw alone costs 2 µs, and strangers ask in floods. // docs/decisions/095
  if (call.policy.who === "borrower" && caller.session() === null) return problemOf(api, call, caller, notLoggedIn);
  return inSpan("call", { call: name }, () =>
    call.policy.who === "staff" ? performWatched(api, mounted, raw, caller) : runConfirmed(api, mounted, raw, caller),
  );
}

/**
 * Runs a call and returns its answer once the database has confirmed the sessions it started with. If one has ended
 * or changed, the call runs again. A call that may write waits for the confirmation first. // docs/decisions/172
 */
async function runConfirmed(
  api: Api,
  mounted: Mounted,
  raw: Raw,
  caller: Caller,
  trail?: TrailEntry,
): Promise<CallOutcome> {
  for (;;) {
    try {
      if (mounted.call.method !== "GET") await caller.confirmed();
      const { mistakes } = caller;
      const answered = await run(api, mounted, raw, caller, trail);
      await caller.confirmed();
      if (caller.mistakes === mistakes) return answered;
      Object.assign(caller, nothingRead);
    } catch (error) {
      return problemOf(api, mounted.call, caller, error);
    }
  }
}

/** Whether the call's policy admits this caller, without any effect; otherwise the refusal. */
export async function refusalBefore(
  api: Api,
  call: Call,
  caller: Caller,
): Promise<(CallOutcome & { ok: false }) | null> {
  try {
    if (!isForEverybody(call)) await admit(call, caller, api.services);
    return null;
  } catch (error) {
    const answered = problemOf(api, call, caller, error);
    return answered.ok ? null : answered;
  }
}

/**
 * Staff calls leave an audit trail: without its entry nothing is done or shown, so a refused attempt is recorded too.
 * // Threat E4t The entry names the borrower concerned, so the body is read first for anyone logged in to the console.
 */
async function performWatched(api: Api, mounted: Mounted, raw: Raw, caller: Caller): Promise<CallOutcome> {
  const { call } = mounted;
  let trail: TrailEntry | null;
  let input: Readonly<Record<string, unknown>>;
  try {
    if ((await caller.staffSession()) === null) throw notLoggedIn;
    input = typeof raw === "function" ? await raw() : raw;
    trail = await api.trail.begin({ call, caller, raw: input });
    // A read-only answer is computed while its audit trail entry is written, and sent once the entry is stored.
    if (call.method !== "GET") await trail?.written;
  } catch (error) {
    return problemOf(api, call, caller, error);
  }
  const answered = await runConfirmed(api, mounted, input, caller, trail ?? undefined);
  try {
    await trail?.written;
  } catch (error) {
    return problemOf(api, call, caller, error);
  }
  const end = async (): Promise<void> => {
    try {
      await trail?.end(answered.ok ? null : answered.envelope.status.code);
    } catch (error) {
      // The call has taken effect and cannot be undone. Its trail entry stays without an outcome, which shows this failure.
      api.services.log.error("audit outcome not written", { traceId: caller.traceId, call: callName(call), error });
    }
  };
  // The content of a streamed file is known only after it was sent.
  if (answered.ok && answered.reply instanceof Streamed) void answered.reply.ended.then(end);
  else await end();
  return answered;
}

async function run(api: Api, mounted: Mounted, raw: Raw, caller: Caller, trail?: TrailEntry): Promise<CallOutcome> {
  const { call } = mounted;
  const name = callName(call);
  try {
    let principal = isForEverybody(call) ? null : await admit(call, caller, api.services);
    const sent = typeof raw === "function" ? await raw() : raw;
    if (typeof raw === "function" && mounted.bodyLimits?.takesFiles) {
      // An upload takes minutes on a bad network, and rights may have ended in that time.
      caller.forgetSessions();
      principal = null;
    }
    // A stranger's session is a row: a call that is refused for its input or its origin creates none. // Threat I3
    const isStranger = call.policy.who === "visitor" && (await caller.session()) === null;
    if (!isStranger) principal ??= await admit(call, caller, api.services);
    if (trail && principal?.kind === "staff") principal.trail = trail;
    const parsed = v.safeParse(call.input, sent);
    if (!parsed.success) {
      const fields = fieldProblems(parsed.issues, caller.language, call.fieldProblems);
      return failed(caller, "INPUT_INVALID", commonProblems.INPUT_INVALID, undefined, fields);
    }
    const unstorable = unstorableFields(parsed.output);
    if (unstorable.length > 0) {
      const fields = unstorable.map((path) => ({
        path,
        code: "INVALID",
        detail: fieldProblemText("INVALID", caller.language),
      }));
      return failed(caller, "INPUT_INVALID", commonProblems.INPUT_INVALID, undefined, fields);
    }
    if (isStranger) await countStranger(api.services, call, parsed.output, caller);
    const admitted = principal ?? (await admit(call, caller, api.services));
    const from = { caller, principal: admitted, isPlaceCounted: isStranger };
    const context: CallContext<ProblemKinds> & { borrowerId: string } = {
      services: api.services,
      api,
      database: databaseFor(call, caller, api.services),
      caller,
      language: caller.language,
      refuse,
      principal: admitted,
      get borrowerId() {
        return borrowerOf(admitted);
      },
    };
    const { services } = api;
    const status = call.status ?? 200;
    if (!mounted.once) await countCall(services, services.database, call, parsed.output, from);
    if (call.method === "GET") {
      const read = (): Promise<unknown> => {
        const scope = (caller.reads ??= new ReadScope());
        return readInScope(services.database, call, scope, () => runHandler(mounted, parsed.output, context));
      };
      const reply = await read().catch((error: unknown) => {
        if (!(error instanceof BorrowerShredded)) throw error;
        // The row was read before it was emptied and its key afterwards. A second read sees the empty row, as the next request will.
        Object.assign(caller, nothingRead);
        context.database = databaseFor(call, caller, services);
        return read();
      });
      return { ok: true, status, reply };
    }
    if (!mounted.once) return { ok: true, status, reply: await runHandler(mounted, parsed.output, context) };
    const request = {
      call: name,
      principal: principalKey(admitted),
      key: caller.idempotencyKey,
      input: parsed.output,
    };
    return {
      ok: true,
      status,
      // Counted together with the effect: a repeated key returns its first answer without counting, and a refusal counts nothing.
      ...(await effectOnce(services, request, async (trx) => {
        await countCall(services, trx, call, parsed.output, from);
        return runHandler(mounted, parsed.output, withTransaction(context, trx));
      })),
    };
  } catch (error) {
    return problemOf(api, call, caller, error);
  } finally {
    // After a write: reads cached by parallel calls may be from before it.
    if (call.method !== "GET") Object.assign(caller, nothingRead);
  }
}

const refuse: Refuse<ProblemKinds> = (...refusing) => {
  throw new Refusal(...refusing);
};

const nothingRead = { reading: null, reads: null } satisfies Partial<Caller>;

/** The read-only calls of a request share their reads, until one of them that may write has ended. */
function databaseFor(call: Call, caller: Caller, { database }: Services): Database {
  return call.method === "GET" ? (caller.reading ??= forOneRequest(database)) : database;
}

/** Names of the input's fields whose values PostgreSQL cannot store. */
const unstorableFields = (input: unknown): string[] =>
  Object.entries(input as object).flatMap(([name, value]) => (isStorable(value) ? [] : [name]));

/** Spreading would call the getter of `borrowerId` on calls without a borrower; so the context is used as the prototype. */
function withTransaction(context: CallContext<ProblemKinds>, trx: Transaction): EffectContext<ProblemKinds> {
  return Object.assign(Object.create(context) as EffectContext<ProblemKinds>, { trx });
}

async function runHandler(mounted: Mounted, input: unknown, context: unknown): Promise<unknown> {
  const reply = await (mounted.handler as (i: unknown, c: unknown) => Promise<unknown>)(input, context);
  const checked = v.safeParse(mounted.call.output, reply);
  if (checked.success) return checked.output;
  const where = checked.issues.map((issue) => v.getDotPath(issue) ?? issue.type).join(", ");
  throw new Error(`The answer of ${callName(mounted.call)} does not fit its contract: ${where}`);
}

function problemOf(api: Api, call: Call, caller: Caller, error: unknown): CallOutcome {
  if (error instanceof BodyTooLarge) return failed(caller, "BODY_TOO_LARGE", commonProblems.BODY_TOO_LARGE);
  if (error instanceof BodyUnreadable) return failed(caller, "BODY_UNREADABLE", commonProblems.BODY_UNREADABLE);
  if (error instanceof NoRoom || error instanceof ClientGone || error instanceof BodyTooSlow) throw error;
  if (error instanceof Refusal) {
    const kind = call.problems[error.code] ?? (commonProblems as ProblemKinds)[error.code];
    const data = kind && declaredData(kind, error.data);
    caller.refused = { code: error.code };
    if (kind && data) return failed(caller, error.code, kind, data.output, error.fields);
    error = new Error(
      `${callName(call)} refused with ${error.code}, which its contract does not declare${kind ? " with these data" : ""}.`,
    );
  }
  // Only its class: a message may quote a person's data.
  caller.refused = { code: "INTERNAL", reason: error instanceof Error ? error.name : typeof error };
  api.services.log.error("call failed", { traceId: caller.traceId, call: callName(call), error });
  // The call's changes were rolled back with its transaction; the same idempotency key can be tried again.
  if (isDiskFull(error)) {
    api.services.disk.noteFull();
    return storageFull(caller);
  }
  return isPassing(error)
    ? failed(caller, "UNAVAILABLE", commonProblems.UNAVAILABLE)
    : failed(caller, "INTERNAL", commonProblems.INTERNAL);
}

/** The data of a refusal as its kind declares it, so that the answer matches the published schema; undefined when it does not fit. */
function declaredData(
  { data: shape }: ProblemKind,
  data: Record<string, unknown> | undefined,
): { output: Record<string, unknown> | undefined } | undefined {
  if (!shape) return data ? undefined : { output: data };
  const checked = v.safeParse(shape, data);
  return checked.success ? { output: checked.output } : undefined;
}

/** Seconds until a retry makes sense: an operator has to free disk space. */
const fullSeconds = 60;
const storageFull = (caller: Caller): CallOutcome =>
  failed(caller, "STORAGE_FULL", commonProblems.STORAGE_FULL, { retryInSeconds: fullSeconds });

/** Reading, money under way, and the sandbox's own controls. // Threat H4 */
function goesOnWithoutRoom({ method, vital, policy }: Call): boolean {
  return method === "GET" || vital === true || policy.who === "webhook" || policy.who === "sandbox";
}

export function failed(
  caller: Pick<Caller, "language" | "traceId">,
  code: string,
  kind: ProblemKind,
  data?: Record<string, unknown>,
  fields?: Envelope["status"]["fields"],
): CallOutcome & { ok: false } {
  const detail = say(kind.text, caller.language, data as TextParameters | undefined);
  const status: Envelope["status"] = { code, detail };
  const about = fields ?? (kind.field === undefined ? [] : [{ path: kind.field, code, detail }]);
  if (about.length > 0) status.fields = about;
  if (data) status.data = data;
  return { ok: false, status: kind.status, envelope: { status, traceId: caller.traceId } };
}
