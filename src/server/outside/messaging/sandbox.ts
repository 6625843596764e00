/**
 * The sandbox's senders: each message and mail is stored sealed in one table and shown at /sandbox. Product decisions
 * 3. An answer set with `POST /api/sandbox/next` for the number or the address comes first.
 */
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import type { Log } from "#server/process/log.server.ts";
import { createMailReports, signedReport, type MailOutcome } from "../mail/reports.ts";
import type { MailPort } from "../mail/port.ts";
import type { NextAnswer, SandboxNext } from "../sandbox-next.ts";
import type { SandboxSecret } from "../sandbox-secret.ts";
import type { MailNextOutcome, MessagingOutcome } from "./outcomes.ts";
import type { MessageChannel, MessagingPort } from "./port.ts";

export interface SandboxMessage {
  channel: MessageChannel | "MAIL" | "PUSH";
  to: string;
  subject?: string;
  text: string;
  code?: string;
  link?: string;
  sentAt: Date;
}
type Sealed = Omit<SandboxMessage, "channel" | "sentAt">;

export interface SandboxMessages {
  messaging: MessagingPort;
  mail: MailPort;
  /** Stores a push message to a browser; `to` is its address at the push service. */
  keepPush(push: { messageId: string; to: string; text: string }): Promise<void>;
  /** Newest first; of one receiver, or of all. GET /api/sandbox/messages. */
  list(input: { to?: string; limit?: number }): Promise<SandboxMessage[]>;
}

/** A number that no channel reaches, and an address that its server refuses: documented like the magic accounts. */
export const magicReceivers = { unreachableMobile: "081200000009", refusedMail: "refused@sandbox.example" } as const;

/**
 * The sandbox's mail relay decides by the first word of an address, at any domain: `bounce…` is accepted and comes
 * back, `spam…` arrives and its reader complains, `late…` arrives after a minute. // docs/decisions/243
 */
const lateSeconds = 60;
const isLocal = (word: "bounce" | "spam" | "late", address: string): boolean =>
  new RegExp(`^${word}(?![a-z])`, "i").test(address);

interface Held {
  database: Database;
  clock: Clock;
  secret: SandboxSecret;
}
interface Tools extends Held {
  log: Log;
  next: Pick<SandboxNext, "take">;
  /** Delivers a report of the relay; answers the HTTP status. */
  report: (headers: Record<string, string>, body: string) => Promise<number>;
}

export function createSandboxMessages(tools: Tools): SandboxMessages {
  const { database, clock, secret } = tools;
  const account = { clientId: "sandbox-mail", secret: secret.sign("mail reports") };
  const tell = async (messageId: string, outcome: MailOutcome): Promise<void> => {
    const body = JSON.stringify({ events: [{ messageId, outcome }] });
    try {
      await tools.report(signedReport(account, body, clock.realNow()), body);
    } catch (error) {
      tools.log.warn("sandbox mail report not delivered", { rowId: messageId, error });
    }
  };
  const keep = async (
    messageId: string,
    channel: SandboxMessage["channel"],
    message: Sealed,
    afterSeconds = 0,
  ): Promise<void> => {
    await database
      .insertInto("sandbox_message")
      .values({
        messageId,
        channel,
        recipientIndex: secret.index(receiver(message.to)),
        sealed: secret.seal(message),
        sentAt: new Date(clock.now().getTime() + afterSeconds * 1000),
      })
      // A second send with the same id is the same message; a notice to phone and mailbox uses one id.
      .onConflict((conflict) => conflict.columns(["messageId", "channel"]).doNothing())
      .execute();
  };
  return {
    messaging: {
      adapter: "sandbox",
      priceRupiah: { SMS: 350, VOICE: 900, WHATSAPP: 400 },
      reports: null,
      async send({ messageId, channel, to, text, code, link }) {
        const chosen = (await tools.next.take("MESSAGING", to)) ?? undefined;
        const outcome: MessagingOutcome =
          chosen?.outcome ?? (to === magicReceivers.unreachableMobile ? "REJECTED" : "SENT");
        if (outcome === "REJECTED")
          return { status: "REJECTED", code: "UNREACHABLE", detail: "The number is not in service." };
        const given = { ...(code === undefined ? {} : { code }), ...(link === undefined ? {} : { link }) };
        if (outcome !== "UNKNOWN") await keep(messageId, channel, { to, text, ...given }, chosen?.delaySeconds ?? 0);
        return outcome === "SENT" ? { status: "SENT", providerReference: messageId } : silence;
      },
    },
    mail: {
      adapter: "sandbox",
      reports: createMailReports(account, clock.realNow),
      async send({ messageId, to, subject, text, code, link }) {
        const { outcome, delaySeconds, duplicates } = (await tools.next.take("MAIL", to)) ?? usualMail(to);
        if (outcome === "REJECTED") return { status: "REJECTED", code: "550", detail: "No such mailbox." };
        const given = { ...(code === undefined ? {} : { code }), ...(link === undefined ? {} : { link }) };
        // A bounced or refused message does not arrive.
        if (outcome !== "UNKNOWN" && outcome !== "BOUNCED")
          await keep(messageId, "MAIL", { to, subject, text, ...given }, delaySeconds ?? 0);
        if (outcome === "DELIVERED" || outcome === "BOUNCED" || outcome === "COMPLAINED")
          for (let copy = 0; copy <= duplicates; copy++) await tell(messageId, outcome);
        return outcome === "UNKNOWN" || outcome === "SILENT"
          ? silence
          : { status: "SENT", providerReference: messageId };
      },
    },
    keepPush: ({ messageId, ...push }) => keep(messageId, "PUSH", push),
    list: (input) => listMessages(tools, input),
  };
}

async function listMessages(
  { database, clock, secret }: Held,
  { to, limit = 50 }: Parameters<SandboxMessages["list"]>[0],
): Promise<SandboxMessage[]> {
  let query = database
    .selectFrom("sandbox_message")
    .select(["channel", "sealed", "sentAt"])
    .where("sentAt", "<=", clock.now())
    .orderBy("sentAt", "desc")
    .orderBy("messageId", "desc")
    .limit(limit);
  if (to !== undefined) query = query.where("recipientIndex", "=", secret.index(receiver(to)));
  const rows = await query.execute();
  return rows.map((row) => ({
    channel: row.channel as SandboxMessage["channel"],
    ...secret.open<Sealed>(row.sealed),
    sentAt: row.sentAt,
  }));
}

const silence = { status: "UNKNOWN", detail: "No answer in time." } as const;

/** The relay's result, by address only. */
function usualMail(to: string): NextAnswer<MailNextOutcome> {
  const outcome =
    to === magicReceivers.refusedMail
      ? "REJECTED"
      : isLocal("bounce", to)
        ? "BOUNCED"
        : isLocal("spam", to)
          ? "COMPLAINED"
          : "SENT";
  return { outcome, delaySeconds: isLocal("late", to) ? lateSeconds : 0, duplicates: 0 };
}

/** The same person however the number or address is written. */
function receiver(to: string): string {
  if (to.startsWith("https:")) return to;
  const text = to.trim().toLowerCase();
  if (text.includes("@")) return text;
  return text.replace(/\D/g, "").replace(/^62/, "0");
}
