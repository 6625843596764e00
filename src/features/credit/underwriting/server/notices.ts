/** Tells the borrower that there is a decision, and outside nothing of its contents: these are read behind the login. */
import { findLoan, recordLoanEvent } from "#features/credit/loan/server/index.ts";
import {
  defineNotice,
  notify,
  withLink,
  type Notice,
  type NoticeSent,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { signHours } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

type Decision = { loanId: string; number: string };
type Outcome = "APPROVED" | "REJECTED";

const words = defineTexts({
  approvedTitle: { id: "Pengajuan disetujui", en: "Application approved", zh: "申请已通过" },
  approved: {
    id: `Pengajuan {number} disetujui. Baca dan tanda tangani perjanjiannya dalam ${signHours} jam: {link}`,
    en: `Application {number} is approved. Read and sign the agreement within ${signHours} hours: {link}`,
    zh: `申请 {number} 已通过。请在 ${signHours} 小时内阅读并签署协议：{link}`,
  },
  approvedBody: {
    id: `Pengajuan {number} disetujui. Baca dan tanda tangani perjanjiannya dalam ${signHours} jam; setelah itu persetujuan ini tidak berlaku lagi. Anda boleh tidak menandatanganinya, tanpa biaya.`,
    en: `Application {number} is approved. Read and sign the agreement within ${signHours} hours; after that this approval ends. You may leave it unsigned at no cost.`,
    zh: `申请 {number} 已通过。请在 ${signHours} 小时内阅读并签署协议，逾期此结果失效。您也可以不签署，不收取任何费用。`,
  },
  rejectedTitle: { id: "Hasil pengajuan", en: "Result of your application", zh: "申请结果" },
  rejected: {
    id: "Hasil pengajuan {number} sudah ada.",
    en: "There is a result for application {number}.",
    zh: "申请 {number} 已有结果。",
  },
  rejectedBody: {
    id: "Hasil pengajuan {number} sudah ada. Hasil itu, alasannya, dan kapan Anda boleh mengajukan lagi ada di beranda.",
    en: "There is a result for application {number}. It stands on your home page with its reasons and when you may apply again.",
    zh: "申请 {number} 已有结果。结果、原因以及可再次申请的时间见首页。",
  },
  toResult: { id: "Lihat hasil dan alasannya:", en: "See it with its reasons:", zh: "请查看结果及原因：" },
  sms: {
    id: "Hasil pengajuan pinjaman Anda sudah ada. Lihat: {link}",
    en: "There is a result for your loan application. See it: {link}",
    zh: "您的申请已有结果，请查看：{link}",
  },
});

const decisionNotice = (outcome: Outcome, texts: NoticeTexts): Notice<Decision> =>
  defineNotice({
    kind: `underwriting.${outcome.toLowerCase()}`,
    topic: "LOAN",
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts,
    link: () => ({ path: "/webview/home" }),
    // Signed, cancelled or decided otherwise meanwhile: there is nothing left to tell.
    async prepare({ database }, { borrowerId, values }) {
      const loan = borrowerId && (await findLoan(database, borrowerId, values.loanId));
      return loan && loan.state === outcome ? { values } : null;
    },
    sent: (services, trx, about) => recordTold(services, trx, outcome, about),
    example: { loanId: "", number: "PJ-2026-11-000001" },
  });

const approved = decisionNotice("APPROVED", {
  title: words.approvedTitle,
  body: words.approvedBody,
  whatsapp: words.approved,
  sms: words.sms,
});
const rejected = decisionNotice("REJECTED", {
  title: words.rejectedTitle,
  body: words.rejectedBody,
  whatsapp: withLink(words.rejected, words.toResult),
  sms: words.sms,
});
export const notices = [approved, rejected];

/** Tells the decision once, after this transaction has committed. */
export async function tellDecision(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; loanId: string; outcome: Outcome },
): Promise<void> {
  const { borrowerId, loanId, outcome } = about;
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) throw new Error(`There is no loan ${loanId} whose decision could be told.`);
  await notify(services, trx, outcome === "APPROVED" ? approved : rejected, {
    id: loanId,
    borrowerId,
    values: { loanId, number: loan.number },
  });
}

/** The loan's own history tells it too. */
async function recordTold(
  services: Services,
  trx: Transaction,
  state: Outcome,
  { borrowerId, values: { loanId }, messageId, channel, status }: NoticeSent<Decision>,
): Promise<void> {
  await recordLoanEvent(services, trx, {
    borrowerId: borrowerId!,
    loanId,
    kind: "MESSAGE",
    state,
    actor: "SYSTEM",
    cause: `${state}_TOLD`,
    facts: { messageId, channel, status },
  });
}
