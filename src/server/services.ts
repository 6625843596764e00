/** Dependencies of every answer, job and sweep of the server. Created once at the start (`open-services.ts`) and passed on, never imported as a global. */
import type { Text } from "#shared/texts.ts";
import type { Brand } from "#server/process/brand.server.ts";
import type { Clock } from "#server/process/clock.ts";
import type { Config } from "#server/process/config.server.ts";
import type { Database } from "#server/database.server.ts";
import type { DiskSpace } from "#server/process/disk-space.ts";
import type { EventsOf } from "#server/events/event-types.ts";
import type { Ask } from "#server/questions.ts";
import type { Jobs } from "#server/work/jobs.ts";
import type { Keys } from "#server/keys/keys.server.ts";
import type { Log } from "#server/process/log.server.ts";
import type { Outside } from "#server/outside/ports.ts";
import type { Random } from "#server/process/random.ts";
import type { SitePages } from "#server/http/site-pages.ts";
import type { SweepsOf } from "#server/work/sweep.ts";
import type { Tally } from "#server/work/tally.ts";

export interface Services {
  config: Config;
  /** The brands of this installation. */
  brands: readonly Brand[];
  database: Database;
  clock: Clock;
  random: Random;
  jobs: Jobs;
  /** Asks the domains (`src/api.ts` lists them) a question: `services.ask(creditStatus)(reader, borrowerId)`. */
  ask: Ask;
  /** Domain events, for subscribers in higher wings. */
  events: EventsOf<Services>;
  /** Due-time sweeps; domains add theirs in `work`. */
  sweeps: SweepsOf<Services>;
  /** Counts the work of partners, jobs and sweeps. */
  tally: Tally;
  /** The website's public pages; domains add those that their data brings in `work`. */
  sitePages: SitePages<Services>;
  /** Titles of staff calls in the audit trail, by method and path: filled when calls are mounted. */
  trailTexts: Map<string, Text>;
  /** Texts of problems that staff calls may answer with, by code: filled when calls are mounted. */
  problemTexts: Map<string, Text>;
  log: Log;
  /** Whether there is room for new writes. */
  disk: DiskSpace;
  keys: Keys;
  /** Ports to the outside world: bank, collection, messaging, mail, face check, bureau, signature, storage … */
  outside: Outside;
}
