/** Status callbacks of Twilio for messages and calls, under `X-Twilio-Signature`. */
import { createHmac } from "node:crypto";
import { isMessageId, type DeliveryState, type MessageReports } from "./reports.ts";
import { isSameText } from "./whatsapp-reports.ts";

export interface TwilioReportSettings {
  accountSid: string;
  authToken: string;
  /** Origin under which Twilio reaches us; it is part of the address that each message names for its reports, and is signed. */
  callbackOrigin: string;
}

/** Messages and calls; a state in transit is ignored. An answered call counts as delivered. */
const states: Readonly<Record<string, DeliveryState>> = {
  sent: "SENT",
  delivered: "DELIVERED",
  read: "READ",
  undelivered: "FAILED",
  failed: "FAILED",
  canceled: "FAILED",
  completed: "DELIVERED",
  busy: "FAILED",
  "no-answer": "FAILED",
};

/** Twilio sends some twenty, and may add to them. */
const maxParameters = 200;
const ampersand = 0x26;

export function createTwilioReports(settings: TwilioReportSettings): MessageReports["twilio"] {
  return {
    read({ headers, rawBody }, path, messageId) {
      // Checked before the signature, which is computed over sorted parameters: a stranger could make that expensive.
      if (rawBody.reduce((count, byte) => (byte === ampersand ? count + 1 : count), 0) > maxParameters)
        return { outcome: "REFUSED", reason: "UNREADABLE" };
      const form = new URLSearchParams(Buffer.from(rawBody).toString("utf8"));
      if (
        !isSameText(
          headers["x-twilio-signature"] ?? "",
          twilioSignatureOf(settings.authToken, settings.callbackOrigin + path, form),
        )
      )
        return { outcome: "REFUSED", reason: "SIGNATURE" };
      const isCall = form.has("CallSid");
      const sid = form.get(isCall ? "CallSid" : "MessageSid") ?? "";
      const status = form.get(isCall ? "CallStatus" : "MessageStatus") ?? "";
      if (form.get("AccountSid") !== settings.accountSid || !/^\w{2,64}$/.test(sid) || !isMessageId(messageId))
        return { outcome: "REFUSED", reason: "UNREADABLE" };
      const state = states[status];
      if (!state) return { outcome: "REPORTS", reports: [] };
      const code = state === "FAILED" ? (/^\d{1,8}$/.exec(form.get("ErrorCode") ?? "")?.[0] ?? status) : null;
      return {
        outcome: "REPORTS",
        reports: [{ provider: "twilio", reportKey: `${sid}:${state}`, messageId, state, code, happenedAt: null }],
      };
    },
  };
}

/** base64 HMAC-SHA1(auth token, address followed by every parameter's name and value, sorted by name). // Twilio: Validating requests */
export function twilioSignatureOf(authToken: string, address: string, form: URLSearchParams): string {
  const pairs = [...form].sort(([a, one], [b, other]) =>
    a < b ? -1 : a > b ? 1 : one < other ? -1 : one > other ? 1 : 0,
  );
  return createHmac("sha1", authToken)
    .update(address + pairs.map(([name, value]) => name + value).join(""))
    .digest("base64");
}
