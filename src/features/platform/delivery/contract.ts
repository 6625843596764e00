/** Delivery: providers' reports about sent messages. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";

const emptyInput = v.strictObject({});
/** Answers are the provider's own: bytes with their status. */
const common = {
  output: binary,
  problems: {},
  partnerAnswers: {
    400: "It cannot be read.",
    403: "The signature or the token is not ours.",
    404: "Nothing is told at this address, because another provider carries our messages.",
  },
} as const;

const part = v.optional(v.pipe(v.string(), v.maxLength(300)), "");
/** Meta asks once, when the address is registered, and expects its challenge back. */
export const whatsappHandshake = defineCall({
  id: "confirmWhatsappWebhook",
  method: "GET",
  path: "/api/webhook/whatsapp",
  summary: "Proves to Meta that the address is ours.",
  policy: { who: "webhook", partner: "whatsapp" },
  input: v.strictObject({ "hub.mode": part, "hub.verify_token": part, "hub.challenge": part }),
  ...common,
});

export const whatsappReports = defineCall({
  id: "reportWhatsappMessages",
  method: "POST",
  path: "/api/webhook/whatsapp",
  summary: "Statuses of WhatsApp messages, signed over the raw bytes.",
  // Meta bundles its reports, up to 3 MB at a time.
  policy: { who: "webhook", partner: "whatsapp", maxBytes: 3 * 1024 * 1024 },
  input: emptyInput,
  ...common,
});

export const twilioReports = defineCall({
  id: "reportTwilioMessage",
  method: "POST",
  path: "/api/webhook/twilio/{messageId}",
  summary: "Status of an SMS or a call, signed over address and parameters.",
  policy: { who: "webhook", partner: "twilio" },
  input: v.strictObject({ messageId: v.pipe(v.string(), v.maxLength(100)) }),
  ...common,
});

export const mailReports = defineCall({
  id: "reportMail",
  method: "POST",
  path: "/api/webhook/mail",
  summary: "Delivery reports of the mail relay, signed over method, path, time and body.",
  policy: { who: "webhook", partner: "mail" },
  input: emptyInput,
  ...common,
});
