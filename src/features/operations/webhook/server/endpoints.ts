/** Endpoints as two people make, change and switch them. // Spec credit-support 8; threat B13 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { isPublicUrl } from "#server/outside/public-address.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { webhookTypes } from "../contract.ts";
import {
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  proposeWebhookChange,
  proposeWebhookEndpoint,
  rotationHours,
  showWebhookSecret,
  type DeliveryView,
  type EndpointView,
} from "../staff-contract.ts";
import { webhookProposalTexts as texts } from "../texts.ts";
import { countDeliveries, listDeliveries, type DeliveryRow } from "./delivery-store.ts";
import { makeSecret, openSecret, sealSecret } from "./signing.ts";
import { changeEndpoint, findEndpoint, insertEndpoint, listEndpoints, lockEndpoint, type Endpoint } from "./store.ts";

const payload = v.object({
  action: v.picklist(["CREATE", "CHANGE", "ON", "OFF", "ROTATE"]),
  brand: v.string(),
  url: v.string(),
  types: v.array(v.picklist(webhookTypes)),
});
type Payload = v.InferOutput<typeof payload>;

/** `backend.example` of an address. */
export const endpointHostOf = (url: string): string => new URL(url).host;

export const endpointKind = defineProposal<Payload>({
  kind: "webhook.endpoint",
  text: texts.kind,
  payload,
  permissions: { read: "webhook.read", propose: "webhook.propose", check: "webhook.check" },
  subject: ({ payload: { url, action } }, { language }) => `${texts[action][language]}: ${endpointHostOf(url)}`,
  subjectTo: ({ subjectId, payload: { action } }) => (action === "CREATE" ? null : `/staff/webhooks/${subjectId}`),
  consequences: ({ payload: { action } }) => ({
    ifConfirmed: texts[`${action}Follows`],
    ifRefused: texts.staysFollows,
  }),
  async show(_services, reader, { subjectId, payload: { action, brand, url, types } }) {
    const now = await findEndpoint(reader, subjectId);
    const before = (value: string, earlier: string | undefined) =>
      earlier !== undefined && earlier !== value ? { before: earlier } : {};
    return {
      lines: [
        { kind: "TEXT", label: texts.action, text: texts[action] },
        { kind: "TEXT", label: texts.brand, text: brand },
        { kind: "TEXT", label: texts.url, text: url, ...before(url, now?.url) },
        {
          kind: "TEXT",
          label: texts.types,
          text: types.join(", "),
          ...before(types.join(", "), now?.types.join(", ")),
        },
      ],
    };
  },
  isStale: async (_services, reader, { subjectId, payload: { action } }) =>
    isDone(await findEndpoint(reader, subjectId), action),
  async carryOut(services, trx, { subjectId: id, makerId, payload: { action, brand, url, types } }) {
    const at = services.clock.now();
    const endpoint = await lockEndpoint(trx, id);
    if (isDone(endpoint, action)) throw new Refusal("PROPOSAL_STALE");
    const secretSealed = () => sealSecret(services, id, makeSecret(services));
    if (!endpoint)
      return insertEndpoint(trx, { id, brand, url, types, secretSealed: secretSealed(), madeBy: makerId, madeAt: at });
    if (action === "CHANGE") await changeEndpoint(trx, id, { url, types }, at);
    if (action === "ON") await changeEndpoint(trx, id, { state: "ON", offCause: null }, at);
    if (action === "OFF") await changeEndpoint(trx, id, { state: "OFF", offCause: "STAFF" }, at);
    if (action === "ROTATE")
      await changeEndpoint(
        trx,
        id,
        {
          earlierSealed: sealSecret(services, id, openSecret(services, endpoint), "earlierSealed"),
          earlierUntil: new Date(at.getTime() + rotationHours * 3_600_000),
          secretSealed: secretSealed(),
          secretShownAt: null,
        },
        at,
      );
  },
});

/** Whether this action has nothing to do (any more). */
function isDone(endpoint: Endpoint | null, action: Payload["action"]): boolean {
  if (action === "CREATE") return endpoint !== null;
  return endpoint === null || ((action === "ON" || action === "OFF") && endpoint.state === action);
}

/** In prod an address of the public internet; elsewhere any by http or https. */
function isAllowed({ config }: Services, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return config.appEnv === "prod" ? isPublicUrl(url) : url.protocol === "https:" || url.protocol === "http:";
}

async function viewsOf(services: Services, reader: Reader, rows: readonly Endpoint[]): Promise<EndpointView[]> {
  const ids = rows.map(({ id }) => id);
  const open = await openProposalsBySubject(reader, endpointKind.kind, ids);
  const now = services.clock.now();
  return rows.map((row) => ({
    endpointId: row.id,
    brand: row.brand,
    url: row.url,
    types: row.types,
    state: row.state,
    offCause: row.offCause,
    maySeeSecret: row.secretShownAt === null,
    rotatesUntil: row.earlierUntil && row.earlierUntil > now ? row.earlierUntil.toISOString() : null,
    madeAt: row.madeAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    proposalId: open.get(row.id) ?? null,
  }));
}

const viewOfDelivery = (row: DeliveryRow): DeliveryView => ({
  deliveryId: row.id,
  endpointId: row.endpointId,
  url: row.url,
  eventId: row.eventId,
  type: row.type,
  sequence: row.sequence,
  state: row.state,
  isReplay: row.isReplay,
  tries: row.tries,
  dueAt: row.dueAt?.toISOString() ?? null,
  madeAt: row.madeAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  lastAt: row.lastAt?.toISOString() ?? null,
  lastStatus: row.lastStatus,
  lastFailure: row.lastFailure as DeliveryView["lastFailure"],
  lastMilliseconds: row.lastMilliseconds,
});

export const endpointAnswers: readonly CallAnswer[] = [
  answer(listWebhookEndpoints, async ({ cursor, limit }, { services, database }) => {
    const rows = await listEndpoints(database, { after: placeInTime(cursor), max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ madeAt, id }) => cursorInTime(madeAt, id));
    return { items: await viewsOf(services, database, page), nextCursor, brands: services.brands.map(({ id }) => id) };
  }),
  answer(getWebhookEndpoint, async ({ endpointId }, { services, database, refuse }) => {
    const row = (await findEndpoint(database, endpointId)) ?? refuse("ENDPOINT_UNKNOWN");
    const [[view], counts] = await Promise.all([
      viewsOf(services, database, [row]),
      countDeliveries(database, endpointId),
    ]);
    return { ...view!, ...counts };
  }),
  answer(proposeWebhookEndpoint, async ({ brand, url, types, reason }, { services, trx, principal, refuse }) => {
    if (!services.brands.some(({ id }) => id === brand)) refuse("BRAND_UNKNOWN");
    if (!isAllowed(services, url)) refuse("URL_NOT_ALLOWED");
    const endpointId = services.random.uuid();
    const proposalId = await propose(services, trx, endpointKind, principal.staff, {
      subjectId: endpointId,
      payload: { action: "CREATE", brand, url, types: [...new Set(types)] },
      reason,
    });
    return { proposalId, endpointId };
  }),
  answer(proposeWebhookChange, async (input, { services, trx, principal, refuse }) => {
    const { endpointId, action, reason } = input;
    const endpoint = (await findEndpoint(trx, endpointId)) ?? refuse("ENDPOINT_UNKNOWN");
    const isChange = action === "CHANGE";
    const url = (isChange ? input.url : undefined) ?? endpoint.url;
    const types = [...new Set((isChange ? input.types : undefined) ?? endpoint.types)];
    if (!isAllowed(services, url)) refuse("URL_NOT_ALLOWED");
    const isSame = url === endpoint.url && types.toSorted().join() === endpoint.types.toSorted().join();
    if (isDone(endpoint, action) || (isChange && isSame)) refuse("NOTHING_TO_CHANGE");
    const { brand } = endpoint;
    const payload = { action, brand, url, types };
    return {
      proposalId: await propose(services, trx, endpointKind, principal.staff, {
        subjectId: endpointId,
        payload,
        reason,
      }),
    };
  }),
  answer(showWebhookSecret, ({ endpointId }, { services, refuse }) =>
    transact(services.database, async (trx) => {
      const endpoint = (await lockEndpoint(trx, endpointId)) ?? refuse("ENDPOINT_UNKNOWN");
      if (endpoint.secretShownAt) refuse("SECRET_SHOWN");
      const at = services.clock.now();
      await changeEndpoint(trx, endpointId, { secretShownAt: at }, endpoint.changedAt);
      return { secret: openSecret(services, endpoint) };
    }),
  ),
  answer(listWebhookDeliveries, async ({ limit, ...filter }, { database }) => {
    const rows = await listDeliveries(database, { ...filter, max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ madeAt, id }) => cursorInTime(madeAt, id));
    return { items: page.map(viewOfDelivery), nextCursor };
  }),
];
