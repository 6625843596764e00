/**
 * A native app's own client keeps its session itself: it gets the token in the body and sends it as a bearer. Everybody else has a
 * cookie that no script reads, and never sees the token. // Spec embedded-platform 14, docs/decisions/061
 */
import * as v from "valibot";
import type { HeaderReader } from "#server/http/exchange.ts";
import type { Call } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { shape } from "#shared/fields/shape.ts";

export const appSession = shape("AppSession", {
  token: v.pipe(
    v.string(),
    v.description("Send it as `Authorization: Bearer` from now on; the earlier token is invalid."),
  ),
  expiresAt: v.pipe(instant, v.description("Latest end of the session; a period without use ends it earlier.")),
  knownDevice: v.optional(
    v.pipe(
      v.string(),
      v.description(
        "Where the device was not known before: kept for a year, also after a logout, and sent as `Known-Device`.",
      ),
    ),
  ),
});
export type AppSession = v.InferOutput<typeof appSession>;

/** Whether an answer of this call may contain a session: it logs in, starts something that needs a login, or renews the token. */
export const bringsSession = ({ method, policy, renewsSession }: Pick<Call, "method" | "policy" | "renewsSession">) =>
  method === "POST" && (policy.who === "visitor" || renewsSession === true);

/** A client that says it is an app, and sends none of the headers that browsers send automatically. */
export function isAppClient(headers: HeaderReader): boolean {
  if (headers.get("client-type") !== "APP") return false;
  for (const name of headers.keys())
    if (name === "cookie" || name === "origin" || name.startsWith("sec-fetch-")) return false;
  return true;
}
