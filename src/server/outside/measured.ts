/** Counts the answers of a port's partner and their duration, for any adapter behind the port. // docs/decisions/196 */
import { time } from "#server/observability/instruments.ts";
import { inSpan } from "#server/observability/spans.ts";
import type { Tally } from "#server/work/tally.ts";

/** ANSWERED: by its contract, a refusal included. FAILED: not at all. UNKNOWN: it may or may not have acted. */
export type PartnerOutcome = "ANSWERED" | "FAILED" | "UNKNOWN";

export const measuredPorts = [
  "bank",
  "collection",
  "messaging",
  "mail",
  "push",
  "faceCheck",
  "idCard",
  "bureau",
  "lookup",
  "linking",
  "signature",
  "storage",
  "events",
] as const;
export type MeasuredPort = (typeof measuredPorts)[number];

/** Methods of a port that make no request. */
const unmeasured = new Set(["readNotification", "close", "validate", "certificateChain", "accepts"]);

/** Milliseconds, each a quarter more than the one before, which is the precision of a median. The last one holds everything slower. */
const timeBounds = [
  1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320, 400, 500, 630, 800, 1000,
  1250, 1600, 2000, 2500, 3200, 4000, 5000, 6300, 8000, 10_000, 12_500, 16_000, 20_000,
] as const;

/** The same port, with its calls counted. */
export function measured<Port extends object>(
  port: Port,
  name: MeasuredPort,
  { tally, monotonicMs }: { tally: Tally; monotonicMs: () => number },
): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || typeof key !== "string" || unmeasured.has(key)) return value;
      return (...values: unknown[]): unknown => {
        const begun = monotonicMs();
        const record = (outcome: PartnerOutcome): void => {
          tally.add("partner.calls", `${name}:${outcome}`);
          const milliseconds = monotonicMs() - begun;
          tally.add("partner.times", `${name}:${boundOf(milliseconds)}`);
          time("tunai.partner.duration.seconds", { port: name }, milliseconds / 1000);
        };
        const answer: unknown = inSpan(
          "partner",
          { port: `${name}.${key}` },
          () => value.apply(target, values) as unknown,
        );
        if (!(answer instanceof Promise)) return answer;
        return answer.then(
          (result: unknown) => {
            record(outcomeOf(result));
            return result;
          },
          (error: unknown) => {
            record("FAILED");
            throw error;
          },
        );
      };
    },
  });
}

function outcomeOf(result: unknown): PartnerOutcome {
  const { outcome, status } = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>;
  const outcomeCode = outcome ?? status;
  if (outcomeCode === "UNKNOWN") return "UNKNOWN";
  return outcomeCode === "UNAVAILABLE" ? "FAILED" : "ANSWERED";
}

const boundOf = (milliseconds: number): number =>
  timeBounds.find((bound) => milliseconds <= bound) ?? timeBounds.at(-1)!;

/** The median of counts by bound, in milliseconds; null without counts. */
export function medianOf(counts: ReadonlyMap<number, number>): number | null {
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let before = 0;
  for (const [bound, count] of sorted) {
    before += count;
    if (before >= half) return bound;
  }
  return null;
}
