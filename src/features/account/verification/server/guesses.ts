/** Guesses at many numbers: wrong codes and passwords of strangers, by their network and over all. // Threats A2, I9 */
import type { Database, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { secondsLeft, windowStart } from "#server/records/window-counters.ts";
import { codeCounters } from "./counters.ts";
import { isGuessing, isSprayed, passwordsFree } from "./rules.ts";

const sprayWindow = 600;
const passwordWindow = 3_600;

async function countsIn(services: Services, reader: Reader, networkIndex: string) {
  const start = windowStart(services.clock.now(), sprayWindow);
  const counts = await codeCounters.countsOf(
    reader,
    ["wrong", "right", `wrong:net:${networkIndex}`, `right:net:${networkIndex}`].map((key) => ({ key, start })),
  );
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    all: { wrong: of("wrong"), right: of("right") },
    network: { wrong: of(`wrong:net:${networkIndex}`), right: of(`right:net:${networkIndex}`) },
  };
}

/** Whether guesses of many numbers come from this network now; then no more codes are taken from strangers there. // Threat A2 */
export async function isSpraying(services: Services, reader: Reader, networkIndex: string): Promise<boolean> {
  const { all, network } = await countsIn(services, reader, networkIndex);
  return isSprayed(all, network);
}

/** Seconds until the current window of guesses ends. */
export const sprayRestSeconds = (now: Date): number => secondsLeft(now, sprayWindow);

export async function countGuess(
  services: Services,
  database: Database,
  networkIndex: string,
  kind: "wrong" | "right",
): Promise<void> {
  const start = windowStart(services.clock.now(), sprayWindow);
  await codeCounters.addOne(database, start, kind);
  await codeCounters.addOne(database, start, `${kind}:net:${networkIndex}`);
}

const passwordKeys = (networkIndex: string) => ({
  tried: `password:tried:${networkIndex}`,
  right: `password:right:${networkIndex}`,
});

/**
 * Whether a stranger's password from this network needs a captcha first: the hour's wrong ones there have reached the
 * limit, or wrong ones far outnumber right ones everywhere. A pending check counts as wrong until it succeeds.
 * // Threat I9
 */
export async function isPasswordGuessed(services: Services, reader: Reader, networkIndex: string): Promise<boolean> {
  const start = windowStart(services.clock.now(), passwordWindow);
  const keys = passwordKeys(networkIndex);
  const counts = await codeCounters.countsOf(
    reader,
    Object.values(keys).map((key) => ({ key, start })),
  );
  const wrong = (counts.get(keys.tried) ?? 0) - (counts.get(keys.right) ?? 0);
  return wrong >= passwordsFree || isGuessing((await countsIn(services, reader, networkIndex)).all);
}

/** Counts a stranger's password before it is compared; false when it exceeds the number allowed without a captcha, also for concurrent tries. */
export async function countPassword(services: Services, database: Database, networkIndex: string): Promise<boolean> {
  const start = windowStart(services.clock.now(), passwordWindow);
  const keys = passwordKeys(networkIndex);
  const tried = await codeCounters.addOne(database, start, keys.tried);
  const right = (await codeCounters.countsOf(database, [{ key: keys.right, start }])).get(keys.right) ?? 0;
  return tried - right <= passwordsFree;
}

export async function countRightPassword(services: Services, database: Database, networkIndex: string): Promise<void> {
  await codeCounters.addOne(
    database,
    windowStart(services.clock.now(), passwordWindow),
    passwordKeys(networkIndex).right,
  );
  await countGuess(services, database, networkIndex, "right");
}
