/** Webhooks of the WhatsApp Cloud API: the handshake, and statuses of messages under `X-Hub-Signature-256`. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { isPlausibleInstant } from "../notification.ts";
import { isStorable } from "#server/call/storable.ts";
import { isMessageId, type DeliveryReport, type DeliveryState, type MessageReports } from "./reports.ts";

export interface WhatsappReportSettings {
  /** The app's secret: key of the signature. */
  appSecret: string;
  /** Chosen by us, and entered when the address is registered. */
  verifyToken: string;
  phoneNumberId: string;
}

const states: Readonly<Record<string, DeliveryState>> = {
  sent: "SENT",
  delivered: "DELIVERED",
  read: "READ",
  failed: "FAILED",
};

/** Only the needed fields: people's messages to us come in the same call and are not read. */
const status = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  status: v.string(),
  timestamp: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  biz_opaque_callback_data: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ code: v.number() }))),
});
const change = v.object({
  field: v.string(),
  value: v.object({
    metadata: v.optional(v.object({ phone_number_id: v.string() })),
    statuses: v.optional(v.array(v.unknown())),
  }),
});
const notification = v.object({ object: v.string(), entry: v.array(v.object({ changes: v.array(v.unknown()) })) });

export function createWhatsappReports(settings: WhatsappReportSettings): MessageReports["whatsapp"] {
  return {
    handshake({ mode, verifyToken, challenge }) {
      return mode === "subscribe" && isSameText(verifyToken, settings.verifyToken) && /^[\w-]{1,200}$/.test(challenge)
        ? challenge
        : null;
    },
    read({ headers, rawBody }) {
      const expected = `sha256=${createHmac("sha256", settings.appSecret).update(rawBody).digest("hex")}`;
      if (!isSameText(headers["x-hub-signature-256"] ?? "", expected))
        return { outcome: "REFUSED", reason: "SIGNATURE" };
      const parsed = v.safeParse(notification, parseJson(rawBody));
      if (!parsed.success) return { outcome: "REFUSED", reason: "UNREADABLE" };
      const reports = parsed.output.entry
        .flatMap((entry) => entry.changes)
        .flatMap((raw) => reportsOf(raw, settings.phoneNumberId));
      // Checks only the parts that we keep: people's messages to us come in the same calls and are private.
      return isStorable(reports) ? { outcome: "REPORTS", reports } : { outcome: "REFUSED", reason: "UNREADABLE" };
    },
  };
}

function reportsOf(raw: unknown, phoneNumberId: string): DeliveryReport[] {
  const parsed = v.safeParse(change, raw);
  if (!parsed.success || parsed.output.field !== "messages") return [];
  const { metadata, statuses = [] } = parsed.output.value;
  // An app may serve several numbers; messages of the others are not ours.
  if (metadata && metadata.phone_number_id !== phoneNumberId) return [];
  return statuses.flatMap((one) => {
    const read = v.safeParse(status, one);
    if (!read.success) return [];
    const { id, timestamp, biz_opaque_callback_data: messageId, errors } = read.output;
    const state = states[read.output.status];
    if (!state || !isMessageId(messageId)) return [];
    const happenedAt = new Date(Number(timestamp) * 1000);
    if (!isPlausibleInstant(happenedAt)) return [];
    const code = errors?.[0] === undefined ? null : String(errors[0].code);
    return [
      {
        provider: "whatsapp",
        reportKey: `${id}:${state}`,
        messageId,
        state,
        code,
        happenedAt,
      },
    ];
  });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Constant-time comparison, so that the duration does not show how much is equal. An empty secret equals nothing. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return expected !== "" && timingSafeEqual(digest(given), digest(expected));
}
