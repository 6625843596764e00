/** The sandbox's webhook receiver: verifies as a lender's backend does, keeps what arrived and answers as testers say. */
import { Webhook } from "standardwebhooks";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { ReceiverOutcome } from "#server/outside/webhooks/outcomes.ts";
import type { SignatureVerdict } from "#server/outside/webhooks/receiver.ts";
import { listPage } from "#server/records/list-page.ts";
import { pause } from "#server/work/timers.ts";
import { sandboxReceiverPath } from "#shared/sandbox-ports.ts";
import { secretsAt } from "#features/operations/webhook/server/index.ts";
import { listSandboxWebhooks, sendSandboxWebhook } from "../webhook-contract.ts";
import { sandboxOf } from "./partners.ts";

/** Five more than a sender waits. // Spec credit-support 8 */
const slowMilliseconds = 20_000;
const statuses: Record<ReceiverOutcome, number> = { OK: 200, SERVER_ERROR: 500, GONE: 410, REDIRECT: 302, SLOW: 200 };
const kept = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

export const answerWebhooks: readonly CallAnswer[] = [
  answer(sendSandboxWebhook, async ({ inbox }, { services, database, caller: { raw } }) => {
    if (!raw) throw new Error("An event came without its bytes.");
    const { next, receiver } = sandboxOf(services);
    const body = Buffer.from(raw.body).toString("utf8");
    const headers = Object.fromEntries(kept.map((name) => [name, raw.headers.get(name) ?? ""]));
    const urls = services.config.publicOrigins.map((origin) => origin + sandboxReceiverPath + inbox);
    const verdict = verdictOf(await secretsAt(services, database, urls), headers, body);
    const outcome = (await next.take("WEBHOOK", inbox))?.outcome ?? "OK";
    await receiver.keep({ inbox, headers, body, verdict, outcome });
    if (outcome === "SLOW") await pause(slowMilliseconds, services.sweeps.ending);
    const further: Record<string, string> =
      outcome === "REDIRECT" ? { Location: `${sandboxReceiverPath}elsewhere` } : {};
    return new Binary(Buffer.from(outcome), "text/plain; charset=utf-8", further, statuses[outcome]);
  }),
  answer(listSandboxWebhooks, async ({ inbox, cursor, limit }, { services }) => {
    const found = await sandboxOf(services).receiver.list({
      ...(inbox === undefined ? {} : { inbox }),
      ...(cursor === undefined ? {} : { before: Number(cursor) }),
      limit: limit + 1,
    });
    const { page, nextCursor } = listPage(found, limit, ({ number }) => String(number));
    const items = page.map(({ headers, receivedAt, ...one }) => ({
      ...one,
      ...eventOf(one.body),
      headers: kept.map((name) => ({ name, value: headers[name] ?? "" })),
      receivedAt: receivedAt.toISOString(),
    }));
    return { items, nextCursor };
  }),
];

function verdictOf(secrets: readonly string[], headers: Record<string, string>, body: string): SignatureVerdict {
  if (secrets.length === 0) return "UNKNOWN";
  const isVerified = secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
  return isVerified ? "VERIFIED" : "WRONG";
}

/** Id, type and sequence as the body names them. */
function eventOf(body: string): { eventId: string | null; type: string | null; sequence: number | null } {
  let read: unknown = null;
  try {
    read = JSON.parse(body);
  } catch {
    // Anything may be sent here.
  }
  const { id, type, sequence } = (read ?? {}) as { id?: unknown; type?: unknown; sequence?: unknown };
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return { eventId: textOf(id), type: textOf(type), sequence: typeof sequence === "number" ? sequence : null };
}
