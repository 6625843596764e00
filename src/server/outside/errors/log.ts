/** Error reports in the log: the default where no reporting service is set up. */
import type { Log } from "#server/process/log.server.ts";
import type { ErrorsPort } from "./port.ts";

export function createLogErrors(log: Log): ErrorsPort {
  return {
    adapter: "log",
    async report({ traceId, error, where, status, method, code, detail, level = "error" }) {
      const fields = { status, method, code, reason: detail };
      const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      log[level]("error reported", { traceId, error, call: where, ...known });
    },
  };
}
