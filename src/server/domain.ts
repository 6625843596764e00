/**
 * The public face of a domain: one value each, listed in `src/api.ts`. A domain that needs data of another one, which
 * it may not import, asks a question (`questions.ts`), and the other domain answers it here. // docs/decisions/226
 */
import type { CallAnswer } from "#server/call/pipeline.ts";
import type { Subscription } from "#server/events/event-subscription.ts";
import type { SitePageSource } from "#server/http/site-pages.ts";
import type { InboxHandler } from "#server/events/inbox.ts";
import type { QuestionAnswer } from "#server/questions.ts";
import type { Services } from "#server/services.ts";

export interface Domain {
  /** The answers to the domain's calls. */
  answers?: readonly CallAnswer[];
  /** Registers its jobs and sweeps. */
  work?(services: Services): void;
  /** The events that it subscribes to. */
  subscribes?: readonly Subscription[];
  /** Handlers for the partner events of this domain. */
  inbox?: readonly InboxHandler[];
  /** Pages of the website that its data bring. */
  sitePages?: readonly SitePageSource<Services>[];
  /** Its answers to questions of other domains and of the floor. */
  answersTo?: readonly QuestionAnswer[];
}
