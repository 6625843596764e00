/** What every answer, job and sweep of the server stands on. Made once at the start (`open-services.ts`) and passed on, never imported as a global. */
import type { Text } from "#shared/texts.ts";
import type { Brand } from "#server/brand.server.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.server.ts";
import type { Database } from "#server/database.server.ts";
import type { DiskSpace } from "#server/disk-space.ts";
import type { Events } from "#server/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import type { Jobs } from "#server/work/jobs.ts";
import type { Keys } from "#server/keys/keys.server.ts";
import type { Log } from "#server/log.server.ts";
import type { Outside } from "#server/outside/ports.ts";
import type { Random } from "#server/random.ts";
import type { SitePages } from "#server/http/site-pages.ts";
import type { Sweeps } from "#server/work/sweeps.ts";
import type { Tally } from "#server/work/tally.ts";

export interface Services {
  config: Config;
  /** The brands of this installation. */
  brands: readonly Brand[];
  database: Database;
  clock: Clock;
  random: Random;
  jobs: Jobs;
  /** What each domain hands in (`src/api.ts` lists them); whoever asks for a field reads it from all of them. */
  domains: readonly Domain[];
  /** What domains tell those above them. */
  events: Events;
  /** Due-time sweeps; domains add theirs in `work`. */
  sweeps: Sweeps;
  /** Counts what partners, jobs and sweeps do. */
  tally: Tally;
  /** The website's public pages; domains add those that their data brings in `work`. */
  sitePages: SitePages;
  /** What each call of staff is called in the trail, by method and path: filled as they are mounted. */
  trailTexts: Map<string, Text>;
  log: Log;
  /** Whether there is room for new writes. */
  disk: DiskSpace;
  keys: Keys;
  /** Ports to the outside world: bank, collection, messaging, mail, face check, bureau, signature, storage … */
  outside: Outside;
}
