/** SMS and voice through Twilio's REST API (form posts, basic authentication). */
import { OutboundFailure, type Peer } from "../http.ts";
import type { Language } from "#shared/texts.ts";
import type { Message, MessageAnswer } from "./port.ts";
import { twilioReportPath } from "./reports.ts";
import { internationalNumber } from "./whatsapp.ts";

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** Registered sender name or number for SMS. */
  smsFrom: string;
  /** Number that calls. */
  voiceFrom: string;
  /** Origin under which Twilio reaches us with its reports. */
  callbackOrigin: string;
}

const voices: Record<Language, string> = { id: "id-ID", en: "en-US", zh: "zh-CN" };

export function createTwilio(settings: TwilioSettings, peer: Peer): { send(message: Message): Promise<MessageAnswer> } {
  return {
    async send(message) {
      const call = message.channel === "VOICE";
      const form = new URLSearchParams({
        To: `+${internationalNumber(message.to)}`,
        From: call ? settings.voiceFrom : settings.smsFrom,
      });
      if (call) form.set("Twiml", spoken(message));
      else form.set("Body", message.text);
      form.set("StatusCallback", settings.callbackOrigin + twilioReportPath(message.messageId));
      try {
        const answer = await peer.send({
          method: "POST",
          path: `/2010-04-01/Accounts/${settings.accountSid}/${call ? "Calls" : "Messages"}.json`,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString("base64")}`,
          },
          body: form.toString(),
        });
        return readAnswer(answer.status, Buffer.from(answer.body).toString("utf8"));
      } catch (error) {
        if (error instanceof OutboundFailure) return { status: "UNKNOWN", detail: error.reason };
        throw error;
      }
    },
  };
}

/** The code is spoken twice, digit by digit, with pauses. */
function spoken(message: Message): string {
  const text =
    message.code === undefined ? message.text : message.text.replaceAll(message.code, [...message.code].join(", "));
  const escaped = text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<Response><Say language="${voices[message.language]}" loop="2">${escaped}</Say></Response>`;
}

function readAnswer(status: number, body: string): MessageAnswer {
  let answer: { sid?: unknown; code?: unknown };
  try {
    answer = JSON.parse(body) as typeof answer;
  } catch {
    return { status: "UNKNOWN", detail: `HTTP ${status}` };
  }
  if (status === 201 && typeof answer.sid === "string") return { status: "SENT", providerReference: answer.sid };
  // 400 is about this message (wrong number, unsubscribed); 401, 403, 429 and 5xx are about us or the provider.
  if (status === 400 && typeof answer.code === "number")
    return {
      status: "REJECTED",
      code: String(answer.code),
      detail: `The provider refused the message (${answer.code}).`,
    };
  return { status: "UNKNOWN", detail: `HTTP ${status}` };
}
