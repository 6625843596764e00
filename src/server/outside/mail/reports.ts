/** Reports of the mail relay (or of the gateway in front of it) about mails that it accepted; signed as in docs/decisions/040, in the direction to us. */
import * as v from "valibot";
import { isSameText } from "../messaging/whatsapp-reports.ts";
import { isMessageId, type IncomingReport } from "../messaging/reports.ts";
import { partnerSignature, type PartnerCredentials } from "../partner.ts";

export const mailOutcomes = ["DELIVERED", "BOUNCED", "COMPLAINED"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export interface MailReport {
  /** Id of our row, which the mail carried. */
  messageId: string;
  outcome: MailOutcome;
}

export type MailReportReading =
  | { outcome: "REPORTS"; reports: MailReport[] }
  | { outcome: "REFUSED"; reason: "SIGNATURE" | "STALE" | "UNREADABLE" };

export interface MailReports {
  /** Verified on the raw bytes before anything is parsed. */
  read(incoming: IncomingReport): MailReportReading;
}

/** Below our origin. */
export const mailReportPath = "/api/webhook/mail";
/** A report signed longer ago, or as far ahead, is none. // docs/decisions/040 */
const maxAgeSeconds = 300;
const maxEvents = 1_000;

const bundle = v.object({
  events: v.pipe(
    v.array(v.object({ messageId: v.pipe(v.string(), v.maxLength(300)), outcome: v.picklist(mailOutcomes) })),
    v.maxLength(maxEvents),
  ),
});

export function createMailReports(account: PartnerCredentials, realNow: () => Date): MailReports {
  return {
    read({ headers, rawBody }) {
      const timestamp = headers["x-timestamp"] ?? "";
      const expected = partnerSignature(account.secret, { path: mailReportPath, timestamp, body: rawBody });
      const isSigned =
        isSameText(headers["authorization"] ?? "", `Bearer ${account.clientId}`) &&
        isSameText(headers["x-signature"] ?? "", expected);
      if (!isSigned) return { outcome: "REFUSED", reason: "SIGNATURE" };
      const age = Math.abs(realNow().getTime() / 1000 - Number(timestamp));
      if (!/^\d{1,12}$/.test(timestamp) || age > maxAgeSeconds) return { outcome: "REFUSED", reason: "STALE" };
      const parsed = v.safeParse(bundle, parseJson(rawBody));
      if (!parsed.success) return { outcome: "REFUSED", reason: "UNREADABLE" };
      return {
        outcome: "REPORTS",
        reports: parsed.output.events.flatMap(({ messageId, outcome }) => {
          const id = rowIdOf(messageId);
          return id === null ? [] : [{ messageId: id, outcome }];
        }),
      };
    },
  };
}

/** The headers of a report as the relay's gateway signs it: for the sandbox, which is one. */
export function signedReport(account: PartnerCredentials, body: string, realNow: Date): Record<string, string> {
  const timestamp = String(Math.floor(realNow.getTime() / 1000));
  return {
    "content-type": "application/json",
    authorization: `Bearer ${account.clientId}`,
    "x-timestamp": timestamp,
    "x-signature": partnerSignature(account.secret, { path: mailReportPath, timestamp, body: Buffer.from(body) }),
  };
}

/**
 * The bare id, or the whole Message-ID header as relays report it: `<id@domain>`. Another sender's mail is not ours.
 */
function rowIdOf(messageId: string): string | null {
  const id = /^<?([^@<>]+)(?:@[^<>]*)?>?$/.exec(messageId.trim())?.[1] ?? "";
  return isMessageId(id) ? id : null;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
