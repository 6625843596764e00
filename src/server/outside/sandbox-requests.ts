/**
 * The sandbox's request log: requests to its partners, their answers, and their own reports to us. Masked before it
 * is written; written after the answer, which does not wait, and lost when the database fails. // docs/decisions/043
 */
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import type { Log } from "#server/process/log.server.ts";
import type { SandboxPort } from "#shared/sandbox-ports.ts";
import { maskedAnswer, maskedRequest, type ShownField } from "./sandbox-masking.ts";

/** Requests kept per port; the sweep `sandbox-forget` deletes older ones. */
export const keptRequestsOfPort = 500;

export interface SandboxRequest {
  /** Later ones have higher numbers. */
  number: number;
  port: SandboxPort;
  /** Name of the port's method, or the path of a callback. */
  operation: string;
  /** PARTNER: a callback. */
  askedBy: "HOUSE" | "PARTNER";
  request: readonly ShownField[];
  answer: readonly ShownField[];
  /** Outcome or status of the answer, the HTTP status of a callback; FAILED without an answer. */
  outcome: string;
  /** Business time. */
  askedAt: Date;
}

export interface SandboxRequests {
  /** The same port, with the named operations logged. */
  noted<Port extends object>(port: SandboxPort, adapter: Port, operations: readonly (keyof Port & string)[]): Port;
  /** Logs a partner's own call; returns the result of `call`: the HTTP status. */
  callback(port: SandboxPort, path: string, body: string, call: () => Promise<number>): Promise<number>;
  /** Newest first; only those below `before`, if given. */
  list(input: { port?: SandboxPort; before?: number; limit: number }): Promise<SandboxRequest[]>;
  /** Writes entries that this process has not written yet. */
  flush(): Promise<void>;
}

interface Tools {
  database: Database;
  clock: Clock;
  log: Log;
}
type Note = Omit<SandboxRequest, "number">;

const atOnce = 100;
/** A database that does not answer must not fill the memory: further requests are not logged. */
const maxWaiting = 1_000;

export function createSandboxRequests({ database, clock, log }: Tools): SandboxRequests {
  const waiting: Note[] = [];
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const notes = waiting.splice(0, atOnce);
      await insert(database, notes).catch((error: unknown) =>
        log.warn("sandbox requests not noted", { count: notes.length, error }),
      );
    }
    writing = undefined;
  };
  const note = (entry: Note): void => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(entry);
    writing ??= write();
  };
  const watched = async <Answer>(
    entry: Pick<Note, "port" | "operation" | "askedBy" | "request">,
    call: () => Promise<Answer>,
    answerOf: (answer: Answer) => unknown,
  ): Promise<Answer> => {
    const askedAt = clock.now();
    try {
      const answer = await call();
      const shown = answerOf(answer);
      note({ ...entry, askedAt, answer: maskedAnswer(shown), outcome: outcomeOf(shown) });
      return answer;
    } catch (error) {
      note({ ...entry, askedAt, answer: [], outcome: "FAILED" });
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    while (writing) await writing;
  };
  return {
    flush,
    noted(port, adapter, operations) {
      const noted = { ...adapter };
      for (const operation of operations) {
        const call = adapter[operation] as (input: unknown) => Promise<unknown>;
        const watching = (input: unknown): Promise<unknown> =>
          watched(
            { port, operation, askedBy: "HOUSE", request: maskedRequest(port, named(operation, input)) },
            () => call.call(adapter, input),
            (answer) => answer,
          );
        noted[operation] = watching as never;
      }
      return noted;
    },
    callback: (port, path, body, call) =>
      watched(
        { port, operation: path, askedBy: "PARTNER", request: maskedRequest(port, parsed(body)) },
        call,
        (status) => ({ status }),
      ),
    async list({ port, before, limit }) {
      await flush();
      let query = database.selectFrom("sandbox_request").selectAll().orderBy("number", "desc").limit(limit);
      if (port !== undefined) query = query.where("port", "=", port);
      if (before !== undefined) query = query.where("number", "<", before);
      const rows = await query.execute();
      return rows.map((row) => ({
        number: Number(row.number),
        port: row.port as SandboxPort,
        operation: row.operation,
        askedBy: row.askedBy as SandboxRequest["askedBy"],
        request: row.request as unknown as ShownField[],
        answer: row.answer as unknown as ShownField[],
        outcome: row.outcome,
        askedAt: row.askedAt,
      }));
    },
  };
}

async function insert(database: Database, notes: readonly Note[]): Promise<void> {
  await database
    .insertInto("sandbox_request")
    .values(
      notes.map((entry) => ({
        port: entry.port,
        operation: entry.operation,
        askedBy: entry.askedBy,
        request: JSON.stringify(entry.request),
        answer: JSON.stringify(entry.answer),
        outcome: entry.outcome,
        askedAt: entry.askedAt,
      })),
    )
    .execute();
}

/** A lone id as a request: the argument has a name then. */
function named(operation: string, input: unknown): unknown {
  if (typeof input !== "string") return input;
  return operation === "inquireTransfer" ? { transferId: input } : { linkId: input };
}

/** The first word of an answer, and never a person's: states are written in capitals. */
function outcomeOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null) return String(answer);
  const { outcome, status } = answer as { outcome?: unknown; status?: unknown };
  return String(outcome ?? status ?? "–").slice(0, 60);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return { body: "" };
  }
}
