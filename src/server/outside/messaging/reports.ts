/** Reports of providers about messages that they accepted. Verified on the raw bytes before parsing. */

export type DeliveryState = "SENT" | "DELIVERED" | "READ" | "FAILED";

export interface DeliveryReport {
  provider: "whatsapp" | "twilio" | "mail";
  /** The same for a repeated report: the key against counting it twice. */
  reportKey: string;
  /** Id of our row, which the message carried. */
  messageId: string;
  state: DeliveryState;
  /** The provider's own code of a failure. */
  code: string | null;
  /** Null where the provider does not say when. */
  happenedAt: Date | null;
}

export type ReportReading =
  | { outcome: "REPORTS"; reports: DeliveryReport[] }
  | { outcome: "REFUSED"; reason: "SIGNATURE" | "UNREADABLE" };

/** A provider's call, untouched. */
export interface IncomingReport {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  rawBody: Uint8Array;
}

export interface MessageReports {
  whatsapp: {
    /** The challenge to answer with when the address is registered; null where the token is not ours. */
    handshake(query: { mode: string; verifyToken: string; challenge: string }): string | null;
    read(incoming: IncomingReport): ReportReading;
  };
  /** `path` is the address below our origin that the provider called; it is part of what it signs. */
  twilio: { read(incoming: IncomingReport, path: string, messageId: string): ReportReading };
}

/** Path below our origin for SMS and voice reports on a message. */
export const twilioReportPath = (messageId: string): string => `/api/webhook/twilio/${messageId}`;

export const isMessageId = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
