/** Mail by SMTP. Nodemailer holds its own connection: the one exception to the outbound port, with time-outs of its own. */
import { createTransport } from "nodemailer";
import type { MailPort } from "./port.ts";
import type { MailReports } from "./reports.ts";

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); otherwise STARTTLS is demanded unless `allowPlain`. */
  secure: boolean;
  user: string;
  password: string;
  /** `Tunai <halo@tunai.example>` */
  from: string;
  /** Outside prod only, for a relay on this machine. */
  allowPlain: boolean;
}

export function createSmtpMail(
  settings: SmtpSettings,
  reports: MailReports | null = null,
): MailPort & { close(): void } {
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: !settings.secure && !settings.allowPlain,
    ignoreTLS: !settings.secure && settings.allowPlain,
    ...(settings.user ? { auth: { user: settings.user, pass: settings.password } } : {}),
    connectionTimeout: 1000,
    greetingTimeout: 3000,
    socketTimeout: 5000,
    // A mail contains only what the caller gives; texts cannot pull in files.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)/.exec(settings.from)?.[1] ?? "localhost";
  return {
    adapter: "smtp",
    reports,
    async send(mail) {
      try {
        const sent = await transport.sendMail({
          from: settings.from,
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.messageId}@${domain}>`,
          headers: {
            "Content-Language": mail.language,
            "Auto-Submitted": "auto-generated",
            ...(mail.unsubscribeLink
              ? {
                  "List-Unsubscribe": `<${mail.unsubscribeLink}>`,
                  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                }
              : {}),
          },
          attachments: (mail.attachments ?? []).map(({ name, contentType, bytes }) => ({
            filename: name,
            contentType,
            content: Buffer.from(bytes),
          })),
        });
        return { status: "SENT", providerReference: sent.messageId };
      } catch (error) {
        const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
        // Only a 5xx about this receiver or this content is final; one about our login, sender or encryption is our own fault.
        const isFinal =
          typeof responseCode === "number" && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
        if (isFinal)
          return { status: "REJECTED", code: String(responseCode), detail: "The mail server refused the mail." };
        if (code === "EENVELOPE" && responseCode === undefined)
          return { status: "REJECTED", code: "INVALID_ADDRESS", detail: "The address is none." };
        return { status: "UNKNOWN", detail: String((error as { code?: unknown }).code ?? "SMTP") };
      }
    },
    close: () => transport.close(),
  };
}
