/** Reports of the mail relay about mails to addresses being confirmed. */
import { mailReported } from "#features/platform/delivery/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { unsubscribe } from "./mailings.ts";
import { failRequest } from "./lifecycle.ts";
import { disownEmail } from "./requests.ts";
import { findMail, findEmailRequest, lockEmailAccount } from "./store.ts";

export const emailMailSubscriptions = [
  after(mailReported, "email-mail-report", async (services, trx, { messageId, outcome }) => {
    if (outcome === "DELIVERED") return;
    const mail = await findMail(trx, messageId);
    if (!mail) return;
    const account = await lockEmailAccount(trx, mail.borrowerId);
    const request = await findEmailRequest(trx, mail.borrowerId, mail.requestId);
    if (!request) return;
    // A confirmed address has received a mail, so a bounce of another mail means nothing.
    if (outcome === "BOUNCED") await failRequest(services, trx, request, "UNDELIVERABLE", "PARTNER");
    // A reader who marks the confirmation mail as spam did not request it; one who had confirmed wants no mail that can be unsubscribed.
    else if (request.endedAt === null)
      await disownEmail(services, trx, account, request, { actor: "PARTNER", device: "" });
    else await unsubscribe(services, trx, request.addressIndex);
  }),
];
