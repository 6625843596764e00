/** Replays: events go to an endpoint once more, with the same id and bytes. // Spec credit-support 8 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { webhookTypes } from "../contract.ts";
import { maxReplayedAlone, replayWebhookEvents } from "../staff-contract.ts";
import { replayTexts as texts } from "../texts.ts";
import { endpointHostOf } from "./endpoints.ts";
import { countReplayed, insertReplayed, type ReplayPlace, type ReplayRange } from "./replay-store.ts";
import { findEndpoint } from "./store.ts";

/** Deliveries that one transaction makes. */
const batchSize = 5_000;

/** A replay as its proposal and its job keep it: codes, ids and instants. */
const replayShape = v.object({
  endpointId: v.string(),
  began: v.string(),
  scope: v.picklist(["PERIOD", "DEAD"]),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  type: v.nullable(v.picklist(webhookTypes)),
});
type Replay = v.InferOutput<typeof replayShape>;

const goOn = defineJob(
  "webhook-replay",
  // A job of v0.1.0 has no place and needs an id: it begins with the first event of that instant, and a receiver takes an event that comes again.
  v.object({
    ...replayShape.entries,
    behindAt: v.string(),
    behindPlace: v.optional(v.number()),
    behindId: v.optional(v.string()),
  }),
);

const rangeOf = ({ endpointId, began, scope, from, to, type }: Replay): ReplayRange => ({
  endpointId,
  began: new Date(began),
  events: scope === "DEAD" ? { scope } : { scope, from: new Date(from ?? began), to: new Date(to ?? began), type },
});

/** Makes the deliveries of one batch, and in the same transaction the job of the next one. */
async function replayBatch(
  services: Services,
  trx: Transaction,
  replay: Replay,
  behind: ReplayPlace | null,
): Promise<void> {
  const { count, last } = await insertReplayed(trx, rangeOf(replay), behind, {
    now: services.clock.now(),
    max: batchSize,
  });
  if (count < batchSize || !last) return;
  await services.jobs.send(trx, goOn, {
    ...replay,
    behindAt: last.at.toISOString(),
    behindPlace: last.place,
    behindId: "",
  });
}

/** Continues replays of more events than one transaction takes. */
export function replayWork(services: Services): void {
  services.jobs.handle(goOn, ({ behindAt, behindPlace, behindId: _behindId, ...replay }) =>
    transact(services.database, (trx) =>
      replayBatch(services, trx, replay, { at: new Date(behindAt), place: behindPlace ?? 0 }),
    ),
  );
}

export const replayKind = defineProposal<Replay>({
  kind: "webhook.replay",
  text: texts.kind,
  payload: replayShape,
  permissions: { read: "webhook.read", propose: "webhook.propose", check: "webhook.check" },
  subject: async ({ subjectId }, { reader, language }) => {
    const endpoint = await findEndpoint(reader, subjectId);
    return `${texts.kind[language]}: ${endpoint ? endpointHostOf(endpoint.url) : ""}`;
  },
  subjectTo: ({ subjectId }) => `/staff/webhooks/${subjectId}`,
  consequences: () => ({ ifConfirmed: texts.follows, ifRefused: texts.staysFollows }),
  async show(_services, reader, { subjectId, payload: { scope, from, to, type } }) {
    const endpoint = await findEndpoint(reader, subjectId);
    return {
      lines: [
        { kind: "TEXT", label: texts.url, text: endpoint?.url ?? "" },
        { kind: "TEXT", label: texts.scope, text: texts[scope] },
        ...(from && to
          ? ([
              { kind: "DATE", label: texts.from, date: dateInWib(new Date(from)) },
              { kind: "DATE", label: texts.to, date: addDays(dateInWib(new Date(to)), -1) },
            ] as const)
          : []),
        { kind: "TEXT", label: texts.type, text: type ?? texts.allTypes },
      ],
    };
  },
  isStale: async (_services, reader, { subjectId }) => (await findEndpoint(reader, subjectId))?.state !== "ON",
  async carryOut(services, trx, { subjectId, payload }) {
    if ((await findEndpoint(trx, subjectId))?.state !== "ON") throw new Refusal("PROPOSAL_STALE");
    await replayBatch(services, trx, payload, null);
  },
});

export const replayAnswers: readonly CallAnswer[] = [
  answer(replayWebhookEvents, async (input, { services, trx, principal, refuse }) => {
    const { endpointId, scope, eventId, from, to, type, reason } = input;
    const endpoint = (await findEndpoint(trx, endpointId)) ?? refuse("ENDPOINT_UNKNOWN");
    if (endpoint.state === "OFF") refuse("ENDPOINT_OFF");
    const now = services.clock.now();
    if (scope === "EVENT") {
      const range = { endpointId, began: now, events: { scope, eventId: eventId ?? refuse("EVENT_NEEDED") } };
      const { count } = await insertReplayed(trx, range, null, { now, max: 1 });
      return count > 0 ? { events: count, proposalId: null } : refuse("NOTHING_TO_REPLAY");
    }
    const replay: Replay = { endpointId, began: now.toISOString(), scope, from: null, to: null, type: null };
    if (scope === "PERIOD") {
      replay.from = instantOf(from ?? refuse("PERIOD_NEEDED")).toISOString();
      replay.to = instantOf(addDays(to ?? dateInWib(now), 1)).toISOString();
      replay.type = type ?? null;
    }
    const events = await countReplayed(trx, rangeOf(replay), maxReplayedAlone + 1);
    if (events === 0) refuse("NOTHING_TO_REPLAY");
    if (events <= maxReplayedAlone) {
      await replayBatch(services, trx, replay, null);
      return { events, proposalId: null };
    }
    const proposalId = await propose(services, trx, replayKind, principal.staff, {
      subjectId: endpointId,
      payload: replay,
      reason,
    });
    return { events: null, proposalId };
  }),
];
