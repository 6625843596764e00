/** Tells the borrower that there is a decision: by message, which says where to read it and nothing of its contents. */
import * as v from "valibot";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { findLoan, loanTimeline, recordLoanEvent } from "#features/credit/loan/server/index.ts";
import { siteOriginOf } from "#server/brand.server.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { MessageAnswer, MessageChannel } from "#server/outside/messaging/port.ts";
import type { Services } from "#server/services.ts";
import { signHours } from "#shared/promised-times.ts";
import { defineTexts, say } from "#shared/texts.ts";

export const tellJob = defineJob(
  "underwriting-tell",
  v.strictObject({ borrowerId: v.string(), loanId: v.string(), messageId: v.string() }),
);

const texts = defineTexts({
  APPROVED: {
    id: `Pengajuan {number} disetujui. Baca dan tanda tangani perjanjiannya dalam ${signHours} jam: {link}`,
    en: `Application {number} is approved. Read and sign the agreement within ${signHours} hours: {link}`,
    zh: `申请 {number} 已通过。请在 ${signHours} 小时内阅读并签署协议：{link}`,
  },
  REJECTED: {
    id: "Hasil pengajuan {number} sudah ada. Lihat hasil dan alasannya: {link}",
    en: "There is a result for application {number}. See it with its reasons: {link}",
    zh: "申请 {number} 已有结果，请查看结果及原因：{link}",
  },
});

/** Sends the message after this transaction has committed. */
export async function tellDecision(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; loanId: string },
): Promise<void> {
  await services.jobs.send(trx, tellJob, { ...about, messageId: services.random.uuid() });
}

/** Sends once: a message whose outcome is recorded is not sent again. WhatsApp first, SMS where that is refused. */
export async function tell(
  services: Services,
  { borrowerId, loanId, messageId }: { borrowerId: string; loanId: string; messageId: string },
): Promise<void> {
  const loan = await findLoan(services.database, borrowerId, loanId);
  if (!loan || (loan.state !== "APPROVED" && loan.state !== "REJECTED")) return;
  const { state } = loan;
  const events = await loanTimeline(services.database, borrowerId, loanId);
  if (events.some((event) => event.facts["messageId"] === messageId)) return;
  const contact = await borrowerContact(services, services.database, borrowerId);
  if (!contact) return;
  const link = `${siteOriginOf(services, contact.brandId)}/webview/home`;
  const text = say(texts[state], contact.language, { number: loan.number, link });
  const send = (channel: MessageChannel): Promise<MessageAnswer> =>
    services.outside.messaging.send({
      messageId,
      channel,
      to: contact.mobileNumber,
      text,
      language: contact.language,
      link,
    });
  let channel: MessageChannel = "WHATSAPP";
  let answer = await send(channel);
  if (answer.status === "REJECTED") answer = await send((channel = "SMS"));
  await transact(services.database, (trx) =>
    recordLoanEvent(services, trx, {
      borrowerId,
      loanId,
      kind: "MESSAGE",
      state,
      actor: "SYSTEM",
      cause: `${state}_TOLD`,
      facts: { messageId, channel, status: answer.status },
    }),
  );
}
