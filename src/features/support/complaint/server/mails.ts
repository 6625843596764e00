/** Mails to the complainant: each is a row written together with its cause, and a notice that sends it after the commit. */
import { notify } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { complaintLinkPurpose, type MailKind } from "../contract.ts";
import { noticeOfMail } from "./notices.ts";
import { complaintEmailOf } from "./sealed.ts";
import { addComplaintMail, endComplaintMail, findComplaint } from "./store.ts";

/** Writes the mail; it leaves after this transaction has committed. */
export async function mailComplaintLater(
  services: Services,
  trx: Transaction,
  complaintId: string,
  kind: MailKind,
): Promise<void> {
  const id = services.random.uuid();
  await addComplaintMail(trx, { id, complaintId, kind, writtenAt: services.clock.now() });
  const complaint = await findComplaint(trx, complaintId);
  const email = complaint ? await complaintEmailOf(services, trx, complaint) : null;
  // The data was deleted: there is no receiver any more.
  if (!complaint || email === null) return endComplaintMail(trx, id, "REJECTED", services.clock.now());
  const language = complaint.language as Language;
  await notify(services, trx, noticeOfMail[kind], {
    id,
    ...(complaint.borrowerId ? { borrowerId: complaint.borrowerId } : {}),
    to: { email, language, brandId: complaint.brandId },
    values: {
      mailId: id,
      complaintId,
      language,
      number: complaint.number,
      dueOn: complaint.dueOn,
      closesOn: complaint.closesOn ?? "",
    },
  });
}

/** `t=` of one complaint, until an instant. */
export function ticketToken(services: Services, complaintId: string, minutes: number): string {
  return services.keys.signLink({
    purpose: complaintLinkPurpose,
    subject: complaintId,
    expiresAt: new Date(services.clock.now().getTime() + minutes * 60_000),
  });
}
