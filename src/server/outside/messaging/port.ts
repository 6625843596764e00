/** Short messages to a phone. `messageId` is our row's id: a provider that knows idempotency keys gets it as one. */
import type { Language } from "#shared/texts.ts";
import type { MessageReports } from "./reports.ts";

export const messageChannels = ["SMS", "VOICE", "WHATSAPP"] as const;
export type MessageChannel = (typeof messageChannels)[number];

export interface Message {
  /** Id of our row (a UUID). */
  messageId: string;
  channel: MessageChannel;
  /** `08…`, 10 to 14 digits. */
  to: string;
  /** The whole text, code and link included: what an SMS shows and a voice reads. */
  text: string;
  language: Language;
  /** The one-time code in the text, for channels that send codes by an approved template. Never logged. */
  code?: string;
  /** The link in the text. */
  link?: string;
}

export type MessageAnswer =
  | { status: "SENT"; providerReference: string }
  /** The provider will not deliver it: a wrong number, a closed account. Another channel may. */
  | { status: "REJECTED"; code: string; detail: string }
  /** Unknown. A code may be sent once more (a second copy does no harm); other messages are not repeated. */
  | { status: "UNKNOWN"; detail: string };

export interface MessagingPort {
  readonly adapter: string;
  /** The price of one message in whole rupiah (an SMS: of each segment), for the daily budget (security rules 13). */
  readonly priceRupiah: Readonly<Record<MessageChannel, number>>;
  /** Reads providers' delivery reports; null when they send none. */
  readonly reports: MessageReports | null;
  /** Never throws for a provider's failure. */
  send(message: Message): Promise<MessageAnswer>;
}
