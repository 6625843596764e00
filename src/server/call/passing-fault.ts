/** Temporary faults without an effect: the caller may try again. */
import { isConnectionLost, isPoolTimeout } from "#server/postgres/lost-connection.ts";

const passingCodes = /^(57P0\d|57014|55P03|53300|08\w{3}|ECONN\w+|ETIMEDOUT|ENOENT|EPIPE|LEDGER_STOPPED)$/;

/**
 * Time-outs for a connection, a lock or a statement, an unreachable database, and a stopped ledger. A commit whose
 * answer was lost is not included: its effect is unknown.
 */
export function isPassing(error: unknown): boolean {
  if (isPoolTimeout(error) || isConnectionLost(error)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && passingCodes.test(code);
}
