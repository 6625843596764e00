/** Webhooks to the lender's backend: events written once where they happen, and sent until they arrive. // docs/decisions/331 */
import { sql } from "kysely";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { publishedWebhooks } from "#server/http/published-webhooks.ts";
import type { Services } from "#server/services.ts";
import { webhookBodyOf, webhookEvents, webhookTypes } from "../contract.ts";
import { webhookRetentionDays } from "../staff-contract.ts";
import { deliverDueWebhooks } from "./delivering.ts";
import { endpointAnswers, endpointKind } from "./endpoints.ts";
import { subscribes } from "./listening.ts";
import { replayAnswers, replayKind, replayWork } from "./replay.ts";
import { secretsOf } from "./signing.ts";
import { endpointsAt, forgetEvents, forgetSequences } from "./store.ts";

export { borrowerRefOf } from "./outbox.ts";
export { eventsBehind } from "./store.ts";

/** The secrets that sign what is sent to these addresses now. */
export async function secretsAt(services: Services, reader: Reader, urls: readonly string[]): Promise<string[]> {
  return (await endpointsAt(reader, urls)).flatMap((endpoint) => secretsOf(services, endpoint));
}

const day = 86_400_000;
/** Time without an event after which a loan gets none any more: 91 days past due is its last timed event. */
const sequenceDays = 800;
const forgottenAtOnce = 1_000;

function work(services: Services): void {
  const { sweeps } = services;
  replayWork(services);
  sweeps.add({
    name: "webhook-deliver",
    everySeconds: 1,
    waits: {
      text: { id: "Kabar ke sistem pemberi dana", en: "Events to the lender's backend", zh: "发往出借方后台的事件" },
      rows: [
        { table: "webhook_delivery", at: "dueAt", where: sql<boolean>`state = 'WAITING'` },
        { table: "webhook_event", at: "writtenAt", where: sql<boolean>`place is null` },
      ],
    },
    run: deliverDueWebhooks,
  });
  sweeps.add({
    name: "webhook-forget",
    everySeconds: 3_600,
    finds: [
      { table: "webhook_event", at: "writtenAt", afterSeconds: webhookRetentionDays * 86_400 },
      { table: "webhook_sequence", at: "changedAt", afterSeconds: sequenceDays * 86_400 },
    ],
    run: ({ database, clock }) =>
      transact(database, async (trx) => {
        const ago = (days: number) => new Date(clock.now().getTime() - days * day);
        const events = await forgetEvents(trx, ago(webhookRetentionDays), forgottenAtOnce);
        return events + (await forgetSequences(trx, ago(sequenceDays), forgottenAtOnce));
      }),
  });
}

export const domain: Domain = {
  answers: [...endpointAnswers, ...replayAnswers],
  work,
  subscribes,
  answersTo: [
    proposals.by([endpointKind, replayKind]),
    publishedWebhooks.by(
      webhookTypes.map((type) => ({ type, summary: webhookEvents[type].summary, body: webhookBodyOf(type) })),
    ),
  ],
};
