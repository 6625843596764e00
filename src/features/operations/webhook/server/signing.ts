/** Secrets of endpoints and the signature of Standard Webhooks. // https://www.standardwebhooks.com */
import { createHmac } from "node:crypto";
import type { Services } from "#server/services.ts";
import type { Endpoint } from "./store.ts";

const prefix = "whsec_";
const secretBytes = 32;

const place = (id: string, column: "secretSealed" | "earlierSealed") =>
  ({ table: "webhook_endpoint", column, row: id }) as const;

export const makeSecret = ({ random }: Pick<Services, "random">): string =>
  prefix + Buffer.from(random.bytes(secretBytes)).toString("base64");

export const sealSecret = (
  { keys }: Pick<Services, "keys">,
  id: string,
  secret: string,
  column: "secretSealed" | "earlierSealed" = "secretSealed",
): string => keys.seal(secret, place(id, column));

export const openSecret = ({ keys }: Pick<Services, "keys">, { id, secretSealed }: Endpoint): string =>
  keys.open(secretSealed, place(id, "secretSealed"));

/** The secrets that sign an endpoint's events now: the newest one, and during a rotation also the previous one. */
export function secretsOf(services: Pick<Services, "keys" | "clock">, endpoint: Endpoint): string[] {
  const { id, earlierSealed, earlierUntil } = endpoint;
  const newest = openSecret(services, endpoint);
  if (earlierSealed === null || earlierUntil === null || earlierUntil <= services.clock.now()) return [newest];
  return [newest, services.keys.open(earlierSealed, place(id, "earlierSealed"))];
}

/** The headers of one try. `at`: real time, with which receivers compare the timestamp. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Tunai-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
