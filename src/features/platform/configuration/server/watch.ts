/** Notifies this process when any process changed configuration or a text. */
import type { Services } from "#server/services.ts";
import { repeatEvery, type Repeating } from "#server/work/timers.ts";
import { configurationVersion } from "./store.ts";

/** A configuration version, polled every 500 ms, empties the page cache. */
const pollMilliseconds = 500;

/** Calls `changed` once for every new version after the present one. */
export async function watchConfiguration(
  { database, log }: Pick<Services, "database" | "log">,
  changed: () => void,
): Promise<Repeating> {
  let known = await configurationVersion(database);
  return repeatEvery(
    pollMilliseconds,
    async () => {
      const version = await configurationVersion(database);
      if (version === known) return;
      known = version;
      changed();
    },
    (error) => log.warn("configuration version not read", { error }),
  );
}
