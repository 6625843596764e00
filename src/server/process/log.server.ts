/**
 * The log: one JSON line per event. A line holds a fixed message and declared fields only, so personal data cannot
 * enter by spreading an object; identifiers inside free text are masked as well.
 */
import { redacted, Secret } from "#shared/secret.ts";

/** Every field that a log line may have. Add one here with its meaning; never a name, number, address or body. */
export interface LogFields {
  /** Name of the program: `tunai`. The first four are in every line of a server, so that lines of several servers can be stored together. */
  service?: string;
  version?: string;
  /** Number of the process. */
  process?: number;
  /** Name of this machine. */
  host?: string;
  traceId?: string;
  /** `POST /api/loan/apply`, the pattern and not the URL. */
  call?: string;
  /** Route pattern of a page: `/webview/loan-history/:loanId`. */
  route?: string;
  method?: string;
  status?: number;
  /** Problem code of a refusal. */
  code?: string;
  milliseconds?: number;
  bytes?: number;
  count?: number;
  attempt?: number;
  job?: string;
  jobId?: string;
  sweep?: string;
  /** Port to the outside world and the adapter that serves it. */
  port?: string;
  adapter?: string;
  /** Ids of our own rows (random, so not personal by themselves). */
  rowId?: string;
  reference?: string;
  migration?: string;
  /** Listening address of this server. */
  address?: string;
  signal?: string;
  /** A sentence for the operator, without personal data. */
  reason?: string;
  error?: unknown;
}
type FieldName = keyof LogFields;

const declared: Record<FieldName, true> = {
  service: true,
  version: true,
  process: true,
  host: true,
  traceId: true,
  call: true,
  route: true,
  method: true,
  status: true,
  code: true,
  milliseconds: true,
  bytes: true,
  count: true,
  attempt: true,
  job: true,
  jobId: true,
  sweep: true,
  port: true,
  adapter: true,
  rowId: true,
  reference: true,
  migration: true,
  address: true,
  signal: true,
  reason: true,
  error: true,
};
/** Fields that hold our own ids: digits in them are not masked. */
const ownIds = new Set<FieldName>([
  "service",
  "version",
  "host",
  "traceId",
  "jobId",
  "rowId",
  "reference",
  "migration",
  "address",
]);

const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with fields in each of its lines, such as a trace id. */
  with(fields: LogFields): Log;
}

export interface LogOptions {
  /** Real time, in UTC on the line. */
  now: () => Date;
  /** Receives whole lines without the line end. */
  sink?: (line: string) => void;
  /** Lines below this level are dropped. */
  level?: LogLevel;
  /** Called for each log line of level `error`, with its fields. */
  report?: (message: string, fields: LogFields) => void;
  /** True for a line that is counted elsewhere: it is neither written nor reported. */
  withholds?: (level: LogLevel, message: string, fields: LogFields) => boolean;
}

/** Creates the log of a process. Logging never throws: an invalid line is replaced by one that says so. */
export function createLog(options: LogOptions, baseFields: LogFields = {}): Log {
  const sink = options.sink ?? ((line: string) => void process.stdout.write(`${line}\n`));
  const least = logLevels.indexOf(options.level ?? "info");
  const write = (level: LogLevel, message: string, fields: LogFields | undefined): void => {
    if (logLevels.indexOf(level) < least) return;
    const all = { ...baseFields, ...fields };
    if (options.withholds?.(level, message, all)) return;
    if (level === "error") options.report?.(message, all);
    try {
      sink(lineOf(options.now(), level, message, all));
    } catch {
      sink(`{"level":"error","message":"a log line could not be written"}`);
    }
  };
  return {
    debug: (message, fields) => write("debug", message, fields),
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, fields) => write("error", message, fields),
    with: (fields) => createLog(options, { ...baseFields, ...fields }),
  };
}

/** A log that writes nothing. */
export const silentLog: Log = createLog({ now: () => new Date(0), sink: () => {} });

function lineOf(time: Date, level: LogLevel, message: string, fields: LogFields): string {
  const line: Record<string, unknown> = { time: time.toISOString(), level, message: masked(message, 300) };
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(declared, name)) dropped.push(masked(name, 40));
    else line[name] = name === "error" ? errorOf(value, 0) : plain(value, ownIds.has(name as FieldName));
  }
  if (dropped.length) line.dropped = dropped;
  return printable(JSON.stringify(line));
}

function plain(value: unknown, isOwnId: boolean): unknown {
  if (value instanceof Secret) return redacted;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return isOwnId ? value.slice(0, 300) : masked(value, 1000);
  // An object in a scalar field is a mistake of ours; it may contain personal data.
  return `[${typeof value}]`;
}

interface LoggedError {
  name: string;
  message: string;
  code?: string;
  at?: string[];
  cause?: LoggedError;
}

/** Name, masked message, code, places and cause. Details of a database error are omitted: they quote the row. */
function errorOf(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error))
    return { name: typeof error, message: typeof error === "string" ? masked(error, 300) : `[${typeof error}]` };
  const logged: LoggedError = { name: masked(error.name, 60), message: masked(error.message, 500) };
  const { code } = error as { code?: unknown };
  if (typeof code === "string" || typeof code === "number") logged.code = masked(String(code), 60);
  const at = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  if (at.length) logged.at = at.slice(0, 8).map((line) => line.trim().slice(0, 200));
  if (error.cause !== undefined && depth < 3) logged.cause = errorOf(error.cause, depth + 1);
  return logged;
}

/** Cuts to `most` characters and masks e-mail addresses and runs of eight or more digits (phone, NIK, NPWP, account, card). */
function masked(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[email]")
    .replace(/\+?\d(?:[ .-]?\d){7,}/g, "[digits]");
}

/** JSON already escapes C0 controls; this also escapes DEL, C1 controls, line separators and direction marks, so no line can forge another or steer a terminal. */
function printable(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
