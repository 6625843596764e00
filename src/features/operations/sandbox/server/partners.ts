/** The sandbox's partners: their next answers, and the page of the open finance partner. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Sandbox } from "#server/outside/ports.ts";
import type { ShownField } from "#server/outside/sandbox-masking.ts";
import { sandboxOutcomes, type SandboxOutcomePort } from "#server/outside/sandbox-next.ts";
import type { Services } from "#server/services.ts";
import { listPage } from "#server/records/list-page.ts";
import { decidePartnerOrder, getPartnerOrder, listSandboxNext, putSandboxNext } from "../contract.ts";
import { listSandboxRequests } from "../request-contract.ts";

export const answerPartners: readonly CallAnswer[] = [
  answer(putSandboxNext, async ({ port, key, answers: nextAnswers }, { services, refuse }) => {
    const ports = Object.keys(sandboxOutcomes);
    if (!Object.hasOwn(sandboxOutcomes, port)) return refuse("NEXT_UNKNOWN", { known: ports.join(", ") });
    const known: readonly string[] = sandboxOutcomes[port as SandboxOutcomePort];
    if (nextAnswers.some(({ outcome }) => !known.includes(outcome)))
      return refuse("NEXT_UNKNOWN", { known: known.join(", ") });
    const next = nextAnswers.map(({ outcome, delaySeconds = null, duplicates = 0 }) => ({
      outcome,
      delaySeconds,
      duplicates,
    }));
    await sandboxOf(services).next.put(port as SandboxOutcomePort, key, next);
    return { waiting: next.length };
  }),
  answer(listSandboxNext, async () => ({
    items: Object.entries(sandboxOutcomes).map(([port, outcomes]) => ({
      port,
      outcomes: [...outcomes],
      takesDelay: port !== "BUREAU" && port !== "FACE_CHECK" && port !== "WEBHOOK",
      takesDuplicates: port === "MAIL",
    })),
    nextCursor: null,
  })),
  answer(listSandboxRequests, async ({ port, cursor, limit }, { services }) => {
    const found = await sandboxOf(services).requests.list({
      ...(port ? { port } : {}),
      ...(cursor === undefined ? {} : { before: Number(cursor) }),
      limit: limit + 1,
    });
    const { page, nextCursor } = listPage(found, limit, ({ number }) => String(number));
    const fields = (pairs: readonly ShownField[]) => pairs.map(([name, value]) => ({ name, value }));
    const items = page.map(({ request, answer: answered, askedAt, ...one }) => ({
      ...one,
      request: fields(request),
      answer: fields(answered),
      askedAt: askedAt.toISOString(),
    }));
    return { items, nextCursor };
  }),
  answer(getPartnerOrder, async ({ orderId }, { services, refuse }) => {
    const order = (await sandboxOf(services).linking.order(orderId)) ?? refuse("PARTNER_ORDER_UNKNOWN");
    return { institution: order.institution };
  }),
  answer(decidePartnerOrder, async ({ orderId, decision }, { services, refuse }) => ({
    returnUrl: (await sandboxOf(services).linking.decide(orderId, decision)) ?? refuse("PARTNER_ORDER_UNKNOWN"),
  })),
];

/** The policy has refused prod before; there alone is no sandbox. */
export function sandboxOf(services: Services): Sandbox {
  const { sandbox } = services.outside;
  if (!sandbox) throw new Error("There is no sandbox in this installation.");
  return sandbox;
}
