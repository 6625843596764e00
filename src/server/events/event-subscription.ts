import type { SubscriptionOf } from "#server/events/event-types.ts";
import type { Services } from "#server/services.ts";

/** A subscriber of this installation. */
export type Subscription = SubscriptionOf<Services>;
