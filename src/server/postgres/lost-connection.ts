/** The ways in which the database can be unreachable, as errors that say what is known about the running work. */

/** The connection was dropped: its statement is undone, or was a read. The server ends the transaction by its own time-outs. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  /** The standard's code for a connection that failed. */
  readonly code = "08006";
}

/** No connection could be opened. The message names the variable of the address and the reason, never the address or its password. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
  /** `ETIMEDOUT` when the server was silent: an immediate retry would take as long. */
  readonly code: "08001" | "ETIMEDOUT";
  constructor(message: string, code: DatabaseUnreachable["code"], cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The commit was sent and its answer lost: whether it happened is unknown. The caller's idempotency key shows it, on a retry with the same key. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
}

/** The code of an error of the database or the socket; empty without one. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

const lostCodes = new Set(["57P01", "57P02", "57P03", "ECONNRESET", "EPIPE", "ECONNREFUSED"]);

/** Connection exceptions (class 08), shutdown and crash of the server, and the socket's own ends. Nothing was committed, unless the commit itself was under way. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code.startsWith("08") || lostCodes.has(code)) return true;
  if (!(error instanceof Error)) return false;
  // A socket file that is not there (yet) while the server restarts; any other missing file is none of ours.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return /Connection terminated|not queryable/.test(error.message);
}

/** The pool ended a caller's wait for a free connection. It says so only in its message. */
export const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Whether an error, or its cause, says that the database is unreachable. An unknown commit is a different case. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error && !(one instanceof CommitUnknown); one = one.cause)
    if (one instanceof DatabaseUnreachable || one instanceof ConnectionLost) return true;
  return false;
}
