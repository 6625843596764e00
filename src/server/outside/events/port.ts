/** The sink that analytics and business events leave to. Events carry an id; the sink counts one id once. */

export interface SinkEvent {
  /** Unique, made with the event: a repeated send is recognised by it. */
  eventId: string;
  /** `analytics.page-view`, `loan.disbursed` … : lower case, dots and hyphens. */
  subject: string;
  /** Country of the brand: IDN, MEX, PHI, POL, THA. One sink per country. */
  country: string;
  occurredAt: Date;
  /** Plain JSON without personal identifiers. */
  data: Readonly<Record<string, unknown>>;
}

/** Countries of the brands, each of which may have its own sink. */
export const eventCountries = ["IDN", "MEX", "PHI", "POL", "THA"] as const;

export interface EventsPort {
  readonly adapter: string;
  /** Sinks of countries with their own; this one takes the others. */
  readonly ofCountries?: ReadonlyMap<string, EventsPort>;
  /** Hands the events over. Throws when the sink did not confirm; the caller's job sends the same events again. */
  publish(events: readonly SinkEvent[]): Promise<void>;
}
