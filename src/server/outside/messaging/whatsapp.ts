/** WhatsApp Cloud API. Codes go by an approved authentication template, everything else by one utility template whose only variable is the text. */
import { OutboundFailure, type Peer } from "../http.ts";
import type { Message, MessageAnswer } from "./port.ts";

export interface WhatsappSettings {
  /** `v23.0` */
  apiVersion: string;
  phoneNumberId: string;
  accessToken: string;
  /** Name of the approved authentication template (with a copy-code button). */
  codeTemplate: string;
  /** Name of the approved utility template: one body variable. */
  textTemplate: string;
}

/** Template languages as the API writes them. */
const languageCodes = { id: "id", en: "en", zh: "zh_CN" } as const;
/** Error codes after which the same message may still arrive later or be retried: limits, outages, our own access. */
const passingErrors = new Set([
  0, 1, 2, 3, 4, 10, 190, 80007, 130429, 131000, 131005, 131016, 131048, 131056, 133004, 368,
]);

export function createWhatsapp(
  settings: WhatsappSettings,
  peer: Peer,
): { send(message: Message): Promise<MessageAnswer> } {
  return {
    async send(message) {
      try {
        const answer = await peer.send({
          method: "POST",
          path: `/${settings.apiVersion}/${settings.phoneNumberId}/messages`,
          headers: { "content-type": "application/json", authorization: `Bearer ${settings.accessToken}` },
          body: JSON.stringify({
            messaging_product: "whatsapp",
            recipient_type: "individual",
            to: internationalNumber(message.to),
            type: "template",
            template: templateOf(settings, message),
            // Comes back in the delivery reports, so that they find our row.
            biz_opaque_callback_data: message.messageId,
          }),
        });
        return readAnswer(answer.status, Buffer.from(answer.body).toString("utf8"));
      } catch (error) {
        if (error instanceof OutboundFailure) return { status: "UNKNOWN", detail: error.reason };
        throw error;
      }
    },
  };
}

/** `0812…` → `62812…` */
export const internationalNumber = (mobileNumber: string): string => `62${mobileNumber.replace(/^0/, "")}`;

function templateOf(settings: WhatsappSettings, message: Message): object {
  const language = { code: languageCodes[message.language] };
  if (message.code !== undefined) {
    const parameters = [{ type: "text", text: message.code }];
    return {
      name: settings.codeTemplate,
      language,
      components: [
        { type: "body", parameters },
        { type: "button", sub_type: "url", index: "0", parameters },
      ],
    };
  }
  // A variable may hold no line end, tab or run of more than four spaces.
  const text = message.text.replace(/\s+/g, " ").trim().slice(0, 1000);
  return {
    name: settings.textTemplate,
    language,
    components: [{ type: "body", parameters: [{ type: "text", text }] }],
  };
}

function readAnswer(status: number, body: string): MessageAnswer {
  let answer: { messages?: { id?: unknown }[]; error?: { code?: unknown; message?: unknown } };
  try {
    answer = JSON.parse(body) as typeof answer;
  } catch {
    return { status: "UNKNOWN", detail: `HTTP ${status}` };
  }
  const id = answer.messages?.[0]?.id;
  if (status === 200 && typeof id === "string") return { status: "SENT", providerReference: id };
  const code = answer.error?.code;
  if (typeof code !== "number" || status >= 500 || passingErrors.has(code))
    return { status: "UNKNOWN", detail: `HTTP ${status}, code ${String(code)}` };
  return { status: "REJECTED", code: String(code), detail: `WhatsApp refused the message (${code}).` };
}
