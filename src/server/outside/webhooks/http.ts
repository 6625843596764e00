/** Webhooks over HTTP: 15 s for an answer, no redirects, and in prod public addresses over https only. // Spec credit-support 8 */
import { OutboundFailure, type Outbound } from "../http.ts";
import type { WebhookPort, WebhookRequest } from "./port.ts";

/** Only the status of an answer is used; its body is not read. */
const limits = { connectMs: 5_000, totalMs: 15_000, answerBytes: 256_000 };

/** `ownReceiver`: the sandbox's receiver in this server; null for other addresses. */
export function createHttpWebhooks(
  outbound: Outbound,
  {
    onlyPublic,
    ownReceiver,
  }: { onlyPublic: boolean; ownReceiver: ((request: WebhookRequest) => Promise<number> | null) | null },
): WebhookPort {
  const way = outbound.direct("webhook", { onlyPublic, limits });
  return {
    adapter: "http",
    async send(request) {
      try {
        const own = ownReceiver?.(request) ?? null;
        if (own) return { status: await own, failure: null };
        const { url, headers, body } = request;
        const { status } = await way.send(url, { method: "POST", headers, body });
        return { status, failure: null };
      } catch (error) {
        return { status: null, failure: error instanceof OutboundFailure ? error.reason : "NOT_CONNECTED" };
      }
    },
  };
}
