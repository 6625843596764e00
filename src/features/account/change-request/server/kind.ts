/**
 * A kind of request: its steps, each with a page, and the actions on a request. The state decides the current step;
 * repeating a done step changes nothing, and a step that comes too early is refused with the page of the current one.
 */
import { unfinishedHours } from "#shared/promised-times.ts";
import { sql } from "kysely";
import * as v from "valibot";
import type { Actor } from "#server/records/lifecycle.ts";
import type { ConsoleFacts } from "#server/console/console-words.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { changeRequestProblems } from "../contract.ts";
import { begun, lifecycleOf, orderOfStates, submitted, type Ending } from "./lifecycle.ts";
import {
  findDone,
  findLastDone,
  findNewest,
  findOpenChangeRequest,
  findChangeRequest,
  insertChangeRequest,
  updateChangeRequest,
  sealChangeFacts,
  type ChangeRequestRow,
} from "./store.ts";

const hour = 3_600_000;

export interface Step<State extends string = string> {
  /** The request's state after this step. */
  state: State;
  /** The page that takes it. */
  path: `/${string}`;
  /** This step proves the account's current number; another login must prove it again before it continues. At most one step, and the first. */
  provesOwnNumber?: true;
}

interface KindOptions<State extends string, Found extends object> {
  /** The kind of request, as staff read it. */
  text: Text;
  steps: readonly Step<State>[];
  /** The page that sends it, and the page with its result. */
  submitPath: `/${string}`;
  resultPath: `/${string}`;
  /** Results of the steps, each part optional; stored sealed. */
  facts: v.GenericSchema<unknown, Found>;
  /** Hours after the sending in which a decision is promised. */
  promisedHours: number;
  /** Hours after sending before an approved request takes effect: by the sweep, with 0 within a minute. Omitted: the decision itself carries it out. */
  waitHours?: number;
  /** Carries out an approved request, in the transaction that locks its row, and returns its final state; null when it has to wait. */
  takeEffect?(
    services: Services,
    trx: Transaction,
    request: ChangeRequest<State, Found>,
  ): Promise<{ to: "DONE" | "REJECTED" | "STOPPED"; cause: string } | null>;
}

/** A request of a kind. */
export type ChangeRequest<State extends string = string, Found extends object = object> = Omit<
  ChangeRequestRow,
  "state" | "facts" | "kind"
> & { state: State | typeof begun | "SUBMITTED" | "APPROVED" | "DONE" | Ending; facts: Found };

interface About {
  borrowerId: string;
  id: string;
  /** The login by which the person acts. */
  sessionId: string;
}

export interface AnyChangeRequestKind {
  kind: string;
  /** The kind of request, as staff read it. */
  text: Text;
  /** The page with its result. */
  resultPath: `/${string}`;
  lifecycle: ReturnType<typeof lifecycleOf>;
  /** Ends a request that was not sent in time; false when it was sent, or has ended. */
  expire(services: Services, trx: Transaction, about: { borrowerId: string; id: string }): Promise<boolean>;
  /** Carries out an approved request whose time has come; false otherwise. */
  takeEffect(services: Services, trx: Transaction, about: { borrowerId: string; id: string }): Promise<boolean>;
  /** Ends the open request, in any state: its borrower froze the account. Returns its id; null when none is open. */
  stop(services: Services, trx: Transaction, borrowerId: string, cause: string): Promise<string | null>;
}

export interface ChangeRequestKind<State extends string, Found extends object> extends AnyChangeRequestKind {
  /** The open request, or a new one: starting twice counts once. */
  start(
    services: Services,
    trx: Transaction,
    input: { borrowerId: string; deviceIndex: string | null },
  ): Promise<ChangeRequest<State, Found>>;
  /** The open request, else the newest that ended; null when there never was one. */
  find(services: Services, reader: Reader, borrowerId: string): Promise<ChangeRequest<State, Found> | null>;
  /**
   * Takes a step, or sends the request (`SUBMITTED`), and stores its results. Repeating a done step changes nothing and
   * returns the request as it is.
   * @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN
   */
  step(
    services: Services,
    trx: Transaction,
    input: About & { to: State | "SUBMITTED"; cause: string; found?: Partial<Found>; facts?: ConsoleFacts },
  ): Promise<ChangeRequest<State, Found>>;
  /**
   * For a step whose work cannot be rolled back (a face check, a sent code): whether it is the current one. False when
   * it was done before.
   * @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN
   */
  isNext(
    services: Services,
    reader: Reader,
    input: About & { to: State | "SUBMITTED" },
  ): Promise<{ isNext: boolean; request: ChangeRequest<State, Found> }>;
  /** One request of this borrower; null if there is none. */
  one(
    services: Services,
    reader: Reader,
    about: { borrowerId: string; id: string },
  ): Promise<ChangeRequest<State, Found> | null>;
  /** Those of this borrower that took effect, the newest first, at most 20. */
  allDone(services: Services, reader: Reader, borrowerId: string): Promise<ChangeRequest<State, Found>[]>;
  /** When this borrower's newest request took effect; null when none did. */
  lastDone(reader: Reader, borrowerId: string): Promise<Date | null>;
  /**
   * Stores results while the request is in the state `during`, without moving on: a number that was typed and not
   * proven yet.
   * @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN
   */
  keep(
    services: Services,
    trx: Transaction,
    input: About & { during: State | typeof begun; found: Partial<Found> },
  ): Promise<ChangeRequest<State, Found>>;
  /** Decides, carries out or ends a request; false when its state does not allow that (any more), because another change came first. */
  decide(
    services: Services,
    trx: Transaction,
    input: {
      borrowerId: string;
      id: string;
      to: "APPROVED" | "DONE" | Ending;
      actor: Actor;
      cause: string;
      facts?: ConsoleFacts;
    },
  ): Promise<boolean>;
  /** The page of the current step for this login. */
  pathOf(request: ChangeRequest<State, Found>, sessionId: string, now: Date): string;
  /** The pages of the steps in order, the sending last. */
  paths: readonly string[];
}

/**
 * Declares a kind of request; its domain hands it in by `changeRequests`.
 * @throws RangeError for another form of name, steps that share a name with a common state, or a proof of the number that is not the first step
 */
export function defineChangeRequest<const State extends string, Found extends object>(
  kind: string,
  options: KindOptions<State, Found>,
): ChangeRequestKind<State, Found> {
  const { steps, facts: shape, resultPath } = options;
  const lifecycle = lifecycleOf(
    kind,
    steps.map(({ state }) => state),
  );
  if (steps.some(({ provesOwnNumber }, index) => provesOwnNumber && index > 0))
    throw new RangeError(`${kind}: the number that the account has is proven by the first step.`);
  const rules = rulesOf(options);
  const { paths, pathOf, isUnfinished } = rules;
  type Request = ChangeRequest<State, Found>;
  const toRequest = (row: ChangeRequestRow): Request =>
    ({ ...row, facts: v.parse(shape, row.facts) }) as unknown as Request;
  const ending = endingOf(kind, lifecycle, options, toRequest);
  return {
    kind,
    text: options.text,
    resultPath,
    stop: stopOf(kind, lifecycle),
    lifecycle,
    paths,
    pathOf,
    ...readingOf(kind, toRequest),
    ...ending,
    ...takingOf(kind, lifecycle, options, rules, toRequest),
    async start(services, trx, { borrowerId, deviceIndex }) {
      const at = services.clock.now();
      const open = await findOpenChangeRequest(services, trx, borrowerId, kind);
      if (open && (open.expiresAt === null || isUnfinished(open, at))) return toRequest(open);
      if (open) await ending.expire(services, trx, open);
      const id = services.random.uuid();
      const expiresAt = new Date(at.getTime() + unfinishedHours * hour);
      const isFirst = await insertChangeRequest(services, trx, {
        id,
        borrowerId,
        kind,
        state: begun,
        deviceIndex,
        createdAt: at,
        expiresAt,
      });
      if (isFirst) await lifecycle.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "ASKED", at });
      return toRequest((await findOpenChangeRequest(services, trx, borrowerId, kind))!);
    },
  };
}

const refuseOrder = (path: string): never => {
  throw new Refusal<typeof changeRequestProblems>("STEP_ORDER", { path });
};

type KindPart<State extends string, Found extends object, Part extends keyof ChangeRequestKind<State, Found>> = Pick<
  ChangeRequestKind<State, Found>,
  Part
>;

/** Queries about requests of one kind. */
function readingOf<State extends string, Found extends object>(
  kind: string,
  toRequest: (row: ChangeRequestRow) => ChangeRequest<State, Found>,
): KindPart<State, Found, "find" | "one" | "allDone" | "lastDone"> {
  return {
    async find(services, reader, borrowerId) {
      services.keys.borrowerKeys.ahead(reader, borrowerId);
      const [open, newest] = await Promise.all([
        findOpenChangeRequest(services, reader, borrowerId, kind),
        findNewest(services, reader, borrowerId, kind),
      ]);
      const row = open ?? newest;
      return row ? toRequest(row) : null;
    },
    async one(services, reader, about) {
      const row = await findChangeRequest(services, reader, { ...about, kind });
      return row ? toRequest(row) : null;
    },
    allDone: async (services, reader, borrowerId) =>
      (await findDone(services, reader, borrowerId, kind)).map(toRequest),
    lastDone: (reader, borrowerId) => findLastDone(reader, borrowerId, kind),
  };
}

/** Taking steps, and storing their results. */
function takingOf<State extends string, Found extends object>(
  kind: string,
  lifecycle: ReturnType<typeof lifecycleOf>,
  { facts: shape, promisedHours, waitHours }: KindOptions<State, Found>,
  { order, ownStep, pathOf, placeOf, isUnfinished, isProven }: ReturnType<typeof rulesOf>,
  toRequest: (row: ChangeRequestRow) => ChangeRequest<State, Found>,
): KindPart<State, Found, "isNext" | "step" | "keep"> {
  async function lockRequest(services: Services, trx: Transaction, about: About): Promise<ChangeRequestRow> {
    const row = await findChangeRequest(services, trx, { ...about, kind }, { isHeld: true });
    if (!row) throw new Refusal<typeof changeRequestProblems>("CHANGE_REQUEST_UNKNOWN");
    return row;
  }
  const outOfOrder = (row: ChangeRequestRow, sessionId: string, now: Date): never =>
    refuseOrder(pathOf(row, sessionId, now));
  const merged = async (services: Services, trx: Transaction, row: ChangeRequestRow, found: object | undefined) => {
    const facts = { ...row.facts, ...found };
    v.parse(shape, facts);
    return { facts, sealed: await sealChangeFacts(services, trx, row, facts) };
  };
  return {
    async isNext(services, reader, { sessionId, to, ...about }) {
      const row = await findChangeRequest(services, reader, { ...about, kind });
      if (!row) throw new Refusal<typeof changeRequestProblems>("CHANGE_REQUEST_UNKNOWN");
      const at = services.clock.now();
      const place = placeOf(row, to, sessionId, at);
      if (place === "OUT_OF_ORDER") outOfOrder(row, sessionId, at);
      return { isNext: place === "NEXT", request: toRequest(row) };
    },
    async step(services, trx, input) {
      const { borrowerId, id, sessionId, to, cause, found, facts } = input;
      const at = services.clock.now();
      const row = await lockRequest(services, trx, input);
      const [currentIndex, nextIndex] = [order.indexOf(row.state), order.indexOf(to)];
      const isOwn = ownStep?.state === to;
      if (currentIndex < 0) outOfOrder(row, sessionId, at);
      if (isOwn && currentIndex >= nextIndex && isUnfinished(row, at) && row.provenSessionId !== sessionId) {
        // Another login proved the number: it continues at the current step, with the earlier results.
        await updateChangeRequest(trx, row, { provenSessionId: sessionId });
        return toRequest({ ...row, provenSessionId: sessionId });
      }
      if (currentIndex >= nextIndex) return toRequest(row);
      if (currentIndex !== nextIndex - 1 || !isUnfinished(row, at) || !isProven(row, sessionId))
        outOfOrder(row, sessionId, at);
      const { facts: known, sealed } = await merged(services, trx, row, found);
      const isSent = to === submitted;
      const change = {
        provenSessionId: isOwn ? sessionId : row.provenSessionId,
        expiresAt: isSent ? null : row.expiresAt,
        promisedUntil: isSent ? new Date(at.getTime() + promisedHours * hour) : null,
        effectiveFrom: isSent && waitHours !== undefined ? new Date(at.getTime() + waitHours * hour) : null,
      };
      const isMoved = await lifecycle.move(trx, {
        id,
        borrowerId,
        from: [row.state],
        to,
        actor: "BORROWER",
        cause,
        at,
        ...(facts ? { facts } : {}),
        set: { factsSealed: sealed, ...change },
      });
      if (!isMoved) throw new Error(`A request that is held has left ${row.state}.`);
      return toRequest({ ...row, ...change, state: to, facts: known });
    },
    async keep(services, trx, input) {
      const at = services.clock.now();
      const row = await lockRequest(services, trx, input);
      if (row.state !== input.during || !isUnfinished(row, at) || !isProven(row, input.sessionId))
        outOfOrder(row, input.sessionId, at);
      const { facts, sealed } = await merged(services, trx, row, input.found);
      await updateChangeRequest(trx, row, { factsSealed: sealed });
      return toRequest({ ...row, facts });
    },
  };
}

/** How a request ends, by people or by time. */
function endingOf<State extends string, Found extends object>(
  kind: string,
  lifecycle: ReturnType<typeof lifecycleOf>,
  options: KindOptions<State, Found>,
  toRequest: (row: ChangeRequestRow) => ChangeRequest<State, Found>,
): KindPart<State, Found, "decide" | "expire" | "takeEffect"> {
  return {
    decide: (services, trx, { to, ...about }) => close(services, trx, lifecycle, { ...about, to }),
    expire: (services, trx, { borrowerId, id }) =>
      close(services, trx, lifecycle, { borrowerId, id, to: "EXPIRED", actor: "SYSTEM", cause: "TIME_OVER" }),
    async takeEffect(services, trx, about) {
      const row = await findChangeRequest(services, trx, { ...about, kind }, { isHeld: true });
      const isDue = row?.effectiveFrom == null || row.effectiveFrom <= services.clock.now();
      if (row?.state !== "APPROVED" || !isDue) return false;
      const ending = options.takeEffect
        ? await options.takeEffect(services, trx, toRequest(row))
        : ({ to: "DONE", cause: "IN_EFFECT" } as const);
      return ending !== null && close(services, trx, lifecycle, { ...about, ...ending, actor: "SYSTEM" });
    },
  };
}

/** The current step, and for which login. */
function rulesOf({
  steps,
  submitPath,
  resultPath,
}: Pick<KindOptions<string, object>, "steps" | "submitPath" | "resultPath">) {
  const order = orderOfStates(steps.map(({ state }) => state));
  const paths = [...steps.map(({ path }) => path), submitPath];
  const ownStep = steps[0]?.provesOwnNumber ? steps[0] : undefined;
  const isUnfinished = ({ expiresAt }: Pick<ChangeRequestRow, "expiresAt">, now: Date): boolean =>
    expiresAt !== null && expiresAt > now;
  /** Whether this login may continue: it proved the account's number itself, or no login has yet. */
  const isProven = (row: Pick<ChangeRequestRow, "state" | "provenSessionId">, sessionId: string): boolean =>
    !ownStep || row.state === begun || row.provenSessionId === sessionId;
  const pathOf = (
    row: Pick<ChangeRequestRow, "state" | "provenSessionId" | "expiresAt">,
    sessionId: string,
    now: Date,
  ): string => {
    const place = order.indexOf(row.state);
    if (place < 0 || place > steps.length) return resultPath;
    // An expired request is ended within a minute; it starts again at its first page.
    if (!isUnfinished(row, now)) return paths[0]!;
    return isProven(row, sessionId) ? paths[place]! : ownStep!.path;
  };
  const placeOf = (
    row: ChangeRequestRow,
    to: string,
    sessionId: string,
    now: Date,
  ): "TAKEN" | "NEXT" | "OUT_OF_ORDER" => {
    const [currentIndex, nextIndex] = [order.indexOf(row.state), order.indexOf(to)];
    if (currentIndex >= nextIndex && currentIndex >= 0) return "TAKEN";
    const mayGoOn = isUnfinished(row, now) && (ownStep?.state === to || isProven(row, sessionId));
    return currentIndex >= 0 && currentIndex === nextIndex - 1 && mayGoOn ? "NEXT" : "OUT_OF_ORDER";
  };
  return { order, paths, ownStep, pathOf, placeOf, isUnfinished, isProven };
}

const stopOf =
  (kind: string, lifecycle: ReturnType<typeof lifecycleOf>): AnyChangeRequestKind["stop"] =>
  async (services, trx, borrowerId, cause) => {
    const open = await findOpenChangeRequest(services, trx, borrowerId, kind);
    if (!open) return null;
    const about = { borrowerId, id: open.id, to: "STOPPED", actor: "BORROWER", cause } as const;
    return (await close(services, trx, lifecycle, about)) ? open.id : null;
  };

/** Decides for a request, or ends it. */
function close(
  services: Services,
  trx: Transaction,
  lifecycle: ReturnType<typeof lifecycleOf>,
  input: { borrowerId: string; id: string; to: string; actor: Actor; cause: string; facts?: ConsoleFacts },
): Promise<boolean> {
  const at = services.clock.now();
  const { to } = input;
  return lifecycle.move(trx, {
    ...input,
    at,
    from: lifecycle.states.filter((state) => lifecycle.transitions[state]!.includes(to)),
    set: lifecycle.isTerminal(to) ? { isOpen: false, closedAt: at, expiresAt: null } : {},
    // A request that is just being sent in time wins over the sweep.
    ...(to === "EXPIRED" ? { where: sql<boolean>`expires_at <= ${at}` } : {}),
  });
}
