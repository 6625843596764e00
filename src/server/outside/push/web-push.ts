/**
 * Web push by its standards: the payload encrypted for one browser (RFC 8291, aes128gcm), the request signed with our
 * VAPID key (RFC 8292). `web-push` makes the request; our own way out sends it, with its limits and without redirects.
 */
import type { RequestOptions } from "web-push";
import type { Direct } from "../http.ts";
import { OutboundFailure } from "../http.ts";
import type { PushAnswer, PushPort } from "./port.ts";
import type { VapidKeys } from "./vapid.ts";

export interface WebPushOptions {
  keys: VapidKeys;
  /** `mailto:` or https address at which a push service reaches us. */
  subject: string;
  accepts(endpoint: string): boolean;
  /** The way to the push service. */
  way: Pick<Direct, "send">;
}

/** Hosts of the push services of Chrome, Firefox, Safari and Edge; those below a host belong to it. */
export const pushHosts = ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"];

/** Whether an https address is at one of the hosts, or below one. */
export function isAtHost(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") return false;
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}

export function createWebPush(adapter: string, { keys, subject, accepts, way }: WebPushOptions): PushPort {
  const vapidDetails = { ...keys, subject };
  return {
    adapter,
    publicKey: keys.publicKey,
    accepts,
    async send({ subscription: { endpoint, p256dh, auth }, payload, ttlSeconds, urgency, topic }) {
      // Rows of a time in which this host was allowed.
      if (!accepts(endpoint)) return { status: "GONE" };
      // Loaded by the first push: most processes start without one.
      const { default: webPush } = await import("web-push");
      const options: RequestOptions = { vapidDetails, TTL: ttlSeconds, urgency, topic, contentEncoding: "aes128gcm" };
      try {
        const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
        const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name, String(value)]));
        return answerOf(await way.send(endpoint, { method: "POST", headers, body: made.body! }));
      } catch (error) {
        if (error instanceof OutboundFailure) return { status: "UNKNOWN", detail: error.reason };
        throw error;
      }
    },
  };
}

const maxWaitSeconds = 86_400;

function answerOf({ status, headers }: Awaited<ReturnType<Direct["send"]>>): PushAnswer {
  if (status >= 200 && status < 300) return { status: "SENT" };
  if (status === 404 || status === 410) return { status: "GONE" };
  if (status !== 429 && status < 500) return { status: "REJECTED", code: String(status) };
  const wait = headers["retry-after"] ?? "";
  return { status: "BUSY", retryAfterSeconds: /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), maxWaitSeconds) : null };
}
