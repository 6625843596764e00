/** Webhooks in the console: endpoints, which two people create and change, and the result of each delivery. // Spec credit-support 8 */
import * as v from "valibot";
import { reason, reasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { proposalOpen } from "#shared/four-eyes.ts";
import { webhookTypes } from "./contract.ts";

/** ROTATE gives a new secret; the one before it signs as well for 24 hours. */
export const endpointActions = ["CHANGE", "OFF", "ON", "ROTATE"] as const;
export const deliveryStates = ["WAITING", "DELIVERED", "DEAD"] as const;

/** Why a try got no answer. */
export const deliveryFailures = [
  "BREAKER_OPEN",
  "NO_PLACE",
  "NOT_CONNECTED",
  "CONNECT_TIMEOUT",
  "TIMEOUT",
  "BROKEN_OFF",
  "ANSWER_TOO_LARGE",
  "NOT_ALLOWED",
  "ENDPOINT_OFF",
] as const;

/** EVENT: one by its id. PERIOD: those that were written on these days. DEAD: those of which every delivery is dead. */
export const replayScopes = ["EVENT", "PERIOD", "DEAD"] as const;
/**
 * Maximum number of events that one person may send again alone; two people decide about more. // Spec credit-support 8
 */
export const maxReplayedAlone = 10_000;

/** Days for which events and their results are stored. */
export const webhookRetentionDays = 30;
/** How long the earlier secret signs after a rotation. */
export const rotationHours = 24;

const endpointUnknown = unknown("ENDPOINT_UNKNOWN", {
  id: "Alamat webhook ini tidak ada.",
  en: "There is no such endpoint.",
  zh: "没有此端点。",
});
const urlNotAllowed = {
  URL_NOT_ALLOWED: {
    status: 422,
    field: "url",
    text: {
      id: "Tulis alamat https yang bisa dicapai dari internet, tanpa kata sandi di dalamnya.",
      en: "Give an https address on the public internet, without a password in it.",
      zh: "请填写可从公网访问的 https 地址，且不含密码。",
    },
  },
} as const satisfies ProblemKinds;

const reading = { who: "staff", permission: "webhook.read" } as const;
const proposing = { who: "staff", permission: "webhook.propose", idempotent: true } as const;

const url = v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(500, "TOO_LONG"));
const types = v.pipe(
  v.array(v.picklist(webhookTypes, "CHOICE_INVALID"), "REQUIRED"),
  v.minLength(1, "REQUIRED"),
  v.maxLength(webhookTypes.length, "CHOICE_INVALID"),
);

const endpoint = v.object({
  endpointId: v.string(),
  brand: v.string(),
  url: v.string(),
  types: v.array(v.picklist(webhookTypes)),
  state: v.picklist(["ON", "OFF"]),
  /** GONE: the receiver answered 410. STAFF: two people switched it off. Null while it is on. */
  offCause: v.nullable(v.picklist(["STAFF", "GONE"])),
  /** Whether the newest secret can still be shown, which happens once. */
  maySeeSecret: v.boolean(),
  /** Until when the earlier secret signs as well; null where no rotation runs. */
  rotatesUntil: v.nullable(instant),
  madeAt: instant,
  changedAt: instant,
  /** The proposal about it that waits for its check. */
  proposalId: v.nullable(v.string()),
});
export type EndpointView = v.InferOutput<typeof endpoint>;

export const listWebhookEndpoints = defineCall({
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/api/staff/webhooks/endpoints",
  summary: "The addresses that events are sent to, the oldest first.",
  policy: {
    ...reading,
    trail: { id: "Melihat alamat webhook", en: "Viewed the webhook endpoints", zh: "查看 Webhook 端点" },
  },
  input: v.strictObject(listQuery),
  /** `brands`: those that an endpoint can be proposed for. */
  output: v.strictObject({ ...listOf(endpoint).entries, brands: v.array(v.string()) }),
  problems: {},
});

export const getWebhookEndpoint = defineCall({
  id: "getWebhookEndpoint",
  method: "GET",
  path: "/api/staff/webhooks/endpoints/{endpointId}",
  summary: "One endpoint, and how many of its deliveries wait or are dead (counted to 1,000).",
  policy: {
    ...reading,
    trail: { id: "Melihat alamat webhook", en: "Viewed a webhook endpoint", zh: "查看 Webhook 端点" },
  },
  input: v.strictObject({ endpointId: uuid }),
  output: v.object({ ...endpoint.entries, waiting: v.number(), dead: v.number() }),
  problems: endpointUnknown,
});

export const proposeWebhookEndpoint = defineCall({
  id: "proposeWebhookEndpoint",
  method: "POST",
  path: "/api/staff/webhooks/endpoints",
  summary: "Proposes an endpoint that receives the events of a brand. It is used once another person has confirmed it.",
  policy: {
    ...proposing,
    trail: { id: "Mengusulkan alamat webhook", en: "Proposed a webhook endpoint", zh: "提议 Webhook 端点" },
  },
  input: v.strictObject({ brand: v.pipe(v.string("REQUIRED"), v.maxLength(40, "TOO_LONG")), url, types, reason }),
  output: v.object({ proposalId: v.string(), endpointId: v.string() }),
  problems: {
    ...urlNotAllowed,
    BRAND_UNKNOWN: {
      status: 422,
      field: "brand",
      text: { id: "Merek ini tidak ada di sini.", en: "There is no such brand here.", zh: "此处没有该品牌。" },
    },
  },
  fieldProblems: reasonProblems,
});

export const proposeWebhookChange = defineCall({
  id: "proposeWebhookChange",
  method: "POST",
  path: "/api/staff/webhooks/endpoints/{endpointId}",
  summary: "Proposes another address or other types for an endpoint, to switch it off or on, or a new secret.",
  policy: {
    ...proposing,
    trail: { id: "Mengusulkan perubahan webhook", en: "Proposed a change of a webhook", zh: "提议更改 Webhook" },
  },
  input: v.strictObject({
    endpointId: uuid,
    action: v.picklist(endpointActions, "CHOICE_INVALID"),
    /** Read only for CHANGE. */
    url: v.optional(url),
    /** Read only for CHANGE. */
    types: v.optional(types),
    reason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...endpointUnknown,
    ...urlNotAllowed,
    ...proposalOpen,
    NOTHING_TO_CHANGE: {
      status: 409,
      text: { id: "Alamat ini sudah seperti itu.", en: "The endpoint is already like that.", zh: "该端点已是此状态。" },
    },
  },
  fieldProblems: reasonProblems,
});

export const showWebhookSecret = defineCall({
  id: "showWebhookSecret",
  method: "POST",
  path: "/api/staff/webhooks/endpoints/{endpointId}/secret",
  summary: "Shows the newest secret of an endpoint, once.",
  policy: {
    who: "staff",
    permission: "webhook.propose",
    trail: { id: "Melihat rahasia webhook", en: "Viewed the secret of a webhook", zh: "查看 Webhook 密钥" },
  },
  input: v.strictObject({ endpointId: uuid }),
  output: v.object({ secret: v.string() }),
  problems: {
    ...endpointUnknown,
    SECRET_SHOWN: {
      status: 409,
      text: {
        id: "Rahasia ini sudah pernah ditampilkan. Usulkan rahasia baru bila hilang.",
        en: "This secret was shown before. Propose a new one if it was lost.",
        zh: "该密钥已显示过。如已丢失，请提议更换。",
      },
    },
  },
});

const eventId = v.pipe(v.string("INVALID"), v.regex(/^evt_[0-9a-f]{32}$/, "INVALID"));

export const replayWebhookEvents = defineCall({
  id: "replayWebhookEvents",
  method: "POST",
  path: "/api/staff/webhooks/endpoints/{endpointId}/replay",
  summary:
    "Sends events to an endpoint again, byte by byte as they were: one, those of a period, or all that are dead. Above 10,000 it is a proposal.",
  policy: {
    ...proposing,
    trail: { id: "Mengirim ulang kabar webhook", en: "Replayed webhook events", zh: "重新发送 Webhook 事件" },
  },
  input: v.strictObject({
    endpointId: uuid,
    scope: v.picklist(replayScopes, "CHOICE_INVALID"),
    /** Read only for EVENT. */
    eventId: v.optional(eventId),
    /** Read only for PERIOD: days on which the events were written. */
    ...periodQuery,
    /** Read only for PERIOD: no other types. */
    type: v.optional(v.picklist(webhookTypes, "CHOICE_INVALID")),
    reason,
  }),
  /** `events`: how many are sent again, or would be; null where they are more than are counted. */
  output: v.object({ events: v.nullable(v.number()), proposalId: v.nullable(v.string()) }),
  problems: {
    ...endpointUnknown,
    ...proposalOpen,
    ENDPOINT_OFF: {
      status: 409,
      text: {
        id: "Alamat ini mati. Nyalakan dulu, lalu kirim ulang.",
        en: "The endpoint is off. Switch it on first, then replay.",
        zh: "该端点已停用，请先启用再重新发送。",
      },
    },
    EVENT_NEEDED: {
      status: 422,
      field: "eventId",
      text: { id: "Tulis nomor kabarnya.", en: "Give the id of the event.", zh: "请填写事件编号。" },
    },
    PERIOD_NEEDED: {
      status: 422,
      field: "from",
      text: { id: "Pilih hari mulainya.", en: "Choose the first day.", zh: "请选择开始日期。" },
    },
    NOTHING_TO_REPLAY: {
      status: 409,
      text: {
        id: `Tidak ada kabar yang cocok untuk alamat ini dalam ${webhookRetentionDays} hari terakhir.`,
        en: `No event of the last ${webhookRetentionDays} days fits this endpoint.`,
        zh: `最近 ${webhookRetentionDays} 天内没有符合此端点的事件。`,
      },
    },
  },
  fieldProblems: reasonProblems,
});

const delivery = v.object({
  deliveryId: v.string(),
  endpointId: v.string(),
  /** Its current address, from the endpoint. */
  url: v.string(),
  eventId: v.string(),
  type: v.picklist(webhookTypes),
  sequence: v.number(),
  state: v.picklist(deliveryStates),
  isReplay: v.boolean(),
  tries: v.number(),
  /** Time of the next try; null once it has ended. */
  dueAt: v.nullable(instant),
  madeAt: instant,
  endedAt: v.nullable(instant),
  lastAt: v.nullable(instant),
  /** HTTP status of the last answer; null where there was none. */
  lastStatus: v.nullable(v.number()),
  /** Why there was none; ENDPOINT_OFF where it was not tried any more. */
  lastFailure: v.nullable(v.picklist(deliveryFailures)),
  lastMilliseconds: v.nullable(v.number()),
});
export type DeliveryView = v.InferOutput<typeof delivery>;

export const listWebhookDeliveries = defineCall({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/api/staff/webhooks/deliveries",
  summary:
    "Deliveries with their receivers and results, newest first. `from` and `to` filter by the day on which each was first due.",
  policy: {
    ...reading,
    trail: { id: "Melihat pengiriman webhook", en: "Viewed the webhook deliveries", zh: "查看 Webhook 投递" },
  },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    endpointId: v.optional(uuid),
    state: v.optional(v.picklist(deliveryStates, "CHOICE_INVALID")),
    type: v.optional(v.picklist(webhookTypes, "CHOICE_INVALID")),
    eventId: v.optional(eventId),
  }),
  output: listOf(delivery),
  problems: {},
});
