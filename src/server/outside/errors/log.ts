/** Error reports in the log: the default where no reporting service is set up. */
import type { Log } from "#server/log.server.ts";
import type { ErrorsPort } from "./port.ts";

export function createLogErrors(log: Log): ErrorsPort {
  return {
    adapter: "log",
    async report({ traceId, error, where, status }) {
      log.error("error reported", { traceId, error, call: where, ...(status === undefined ? {} : { status }) });
    },
  };
}
