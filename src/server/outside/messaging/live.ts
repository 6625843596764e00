/** The messaging port of production: WhatsApp by Meta, SMS and voice by one provider. */
import type { MessageChannel, MessagingPort } from "./port.ts";

type Sender = Pick<MessagingPort, "send">;

export function createLiveMessaging(senders: { whatsapp: Sender; smsAndVoice: Sender }, priceRupiah: Readonly<Record<MessageChannel, number>>): MessagingPort {
  return {
    adapter: "live",
    priceRupiah,
    send: (message) => (message.channel === "WHATSAPP" ? senders.whatsapp : senders.smsAndVoice).send(message),
  };
}
