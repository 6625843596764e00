/** Web push: a message to one browser, through the push service of its maker. */

/** A browser's subscription as `PushSubscription.toJSON()` gives it: the address at its push service, and its two keys. */
export interface PushSubscription {
  endpoint: string;
  /** The browser's public key, P-256, uncompressed, base64url. */
  p256dh: string;
  /** The browser's secret of 16 bytes, base64url. */
  auth: string;
}

const pushUrgencies = ["low", "normal", "high"] as const;
export type PushUrgency = (typeof pushUrgencies)[number];

export interface Push {
  subscription: PushSubscription;
  /** The words for the service worker to show, encrypted for the browser: the push service reads nothing of them. */
  payload: string;
  /** How long the push service keeps it for a browser that is unavailable. */
  ttlSeconds: number;
  urgency: PushUrgency;
  /** A later push of the same topic replaces one that waits: up to 32 URL-safe characters that mean nothing to others. */
  topic: string;
}

export type PushAnswer =
  | { status: "SENT" }
  /** The subscription has ended (404, 410): it is never used again. */
  | { status: "GONE" }
  /** The push service refuses it: `code` is the HTTP status. */
  | { status: "REJECTED"; code: string }
  /** Not now (429, 5xx), with the wait that the push service asks for; null without one. */
  | { status: "BUSY"; retryAfterSeconds: number | null }
  /** No answer. A second copy does no harm: it replaces the first one by its topic. */
  | { status: "UNKNOWN"; detail: string };

export interface PushPort {
  readonly adapter: string;
  /** The server's public VAPID key, base64url, with which browsers subscribe; null where there is no push. // RFC 8292 */
  readonly publicKey: string | null;
  /** Whether an address belongs to a push service that we send to: browsers name it, and nothing else may be reached so. */
  accepts(endpoint: string): boolean;
  /** Never throws for a push service's failure. */
  send(push: Push): Promise<PushAnswer>;
}

export const noPush: PushPort = {
  adapter: "none",
  publicKey: null,
  accepts: () => false,
  send: async () => ({ status: "GONE" }),
};
