import { expect, test } from "vitest";
import { createLog } from "#server/process/log.server.ts";
import { CommitUnknown, ConnectionLost, DatabaseUnreachable } from "./lost-connection.ts";
import { createOutage } from "./outage.ts";

function watched() {
  let now = 0;
  const outage = createOutage(() => now);
  const lines: Record<string, unknown>[] = [];
  const sink = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({ now: () => new Date(0), sink, withholds: outage.withholds });
  outage.tellTo(log);
  return { outage, log, lines, said: () => lines.map(({ message }) => message), wait: (ms: number) => (now += ms) };
}
const away = new DatabaseUnreachable("DATABASE_URL cannot be reached: connect ECONNREFUSED.", "08001", undefined);

test("An outage is said once when it begins, with its reason, and once when it is over, with what was counted", () => {
  const { outage, log, lines, said, wait } = watched();
  for (let second = 0; second < 19; second++) {
    outage.lost(away);
    log.error("call failed", { call: "GET /api/x", error: away });
    log.warn("clock offset not read", { error: new Error("wrapped", { cause: away }) });
    log.error("sweep failed", { error: new ConnectionLost("DATABASE_URL: a statement was not answered") });
    log.warn("a wait", { error: new Error("timeout exceeded when trying to connect") });
    wait(1_000);
    outage.answered();
  }
  expect(said()).toEqual(["the database is away"]);
  expect(lines[0]).toMatchObject({ level: "error", reason: away.message });
  wait(20_000);
  outage.answered();
  outage.answered();
  expect(said()).toEqual(["the database is away", "the database is back"]);
  expect(lines[1]).toMatchObject({ count: 76, milliseconds: 18_000 });
  outage.lost(away);
  expect(said()).toHaveLength(3);
});

test("A line that says more than that the database is away is written in an outage too", () => {
  const { outage, log, said } = watched();
  outage.lost(away);
  const unknown = new CommitUnknown("The connection was lost while committing.", { cause: away });
  log.error("call failed", { error: unknown });
  log.error("job failed for good", { error: away });
  log.error("audit outcome not written", { error: away });
  log.error("call failed", { error: new Error("a fault of ours") });
  log.info("partner's event not handled, to be tried again", { error: away });
  expect(said()).toEqual([
    "the database is away",
    "call failed",
    "job failed for good",
    "audit outcome not written",
    "call failed",
  ]);
});

test("A wait for a free connection that is given up is no outage", () => {
  const { log, said } = watched();
  log.error("call failed", { error: new Error("timeout exceeded when trying to connect") });
  expect(said()).toEqual(["call failed"]);
});
