/** E-mail. `messageId` is our row's id and becomes the Message-ID header, so a second copy is recognised as one. */
import type { Language } from "#shared/texts.ts";
import type { MailReports } from "./reports.ts";

export interface Mail {
  /** Id of our row (a UUID). */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** The same sentences in HTML: `mailHtml` of the frame. */
  html: string;
  language: Language;
  code?: string;
  link?: string;
  /** Adds List-Unsubscribe (one click) to letters that are not about a contract. */
  unsubscribeLink?: string;
  attachments?: readonly { name: string; contentType: string; bytes: Uint8Array }[];
}

export type MailAnswer =
  | { status: "SENT"; providerReference: string }
  | { status: "REJECTED"; code: string; detail: string }
  | { status: "UNKNOWN"; detail: string };

export interface MailPort {
  readonly adapter: string;
  /** Reads the relay's reports on mails; null when it sends none. */
  readonly reports: MailReports | null;
  /** Never throws for a server's failure. */
  send(mail: Mail): Promise<MailAnswer>;
}
