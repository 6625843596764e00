/** The messaging port of production: WhatsApp by Meta, SMS and voice by one provider. */
import type { MessageChannel, MessagingPort } from "./port.ts";
import type { MessageReports } from "./reports.ts";

type Sender = Pick<MessagingPort, "send">;

export function createLiveMessaging(
  senders: { whatsapp: Sender; smsAndVoice: Sender },
  reports: MessageReports,
  priceRupiah: Readonly<Record<MessageChannel, number>>,
): MessagingPort {
  return {
    adapter: "live",
    priceRupiah,
    reports,
    send: (message) => (message.channel === "WHATSAPP" ? senders.whatsapp : senders.smsAndVoice).send(message),
  };
}
