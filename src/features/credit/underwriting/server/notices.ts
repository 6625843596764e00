/**
 * Notifies the borrower that there is a decision; the message says nothing of its contents, which are read behind the
 * login.
 */
import { findLoan, recordLoanEvent } from "#features/credit/loan/server/index.ts";
import {
  defineNotice,
  notify,
  withLink,
  type NoticeDefinition,
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
    id: `Pengajuan {number} disetujui. Baca dan tanda tangani perjanjiannya dalam ${signHours} jam; setelah itu persetujuan ini tidak berlaku lagi. Anda tidak wajib menandatanganinya, dan tidak ada biaya.`,
    en: `Application {number} is approved. Read and sign the agreement within ${signHours} hours; after that the approval ends. You do not have to sign; it costs nothing.`,
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
    en: "There is a result for application {number}. Your home page shows it with the reasons, and when you can apply again.",
    zh: "申请 {number} 已有结果。结果、原因以及可再次申请的时间见首页。",
  },
  lateTitle: { id: "Keputusan pengajuan terlambat", en: "Your decision is late", zh: "申请决定延迟" },
  late: {
    id: "Maaf, keputusan pengajuan {number} terlambat. Hasilnya paling lambat {until}.",
    en: "Sorry, the decision about application {number} is late. You will have it by {until} at the latest.",
    zh: "抱歉，申请 {number} 的决定有所延迟，最迟 {until} 有结果。",
  },
  lateSms: {
    id: "Maaf, keputusan pengajuan Anda terlambat. Lihat waktu barunya: {link}",
    en: "Sorry, your application's decision is late. See the new time: {link}",
    zh: "抱歉，您的申请决定延迟，新时间请查看：{link}",
  },
  toStatus: { id: "Lihat status:", en: "See the status:", zh: "查看状态：" },
  toResult: { id: "Lihat hasil dan alasannya:", en: "See the result and the reasons:", zh: "请查看结果及原因：" },
  sms: {
    id: "Hasil pengajuan pinjaman Anda sudah ada. Lihat: {link}",
    en: "There is a result for your loan application. See it: {link}",
    zh: "您的申请已有结果，请查看：{link}",
  },
});

const decisionNotice = (outcome: Outcome, texts: NoticeTexts): NoticeDefinition<Decision> =>
  defineNotice({
    kind: `underwriting.${outcome.toLowerCase()}`,
    topic: "LOAN",
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts,
    link: () => ({ path: "/webview/home" }),
    // Signed, cancelled or decided otherwise in the meantime: the notice is obsolete.
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
type Late = { loanId: string; number: string; until: string };
const late = defineNotice<Late>({
  kind: "underwriting.late",
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: {
    title: words.lateTitle,
    body: words.late,
    whatsapp: withLink(words.late, words.toStatus),
    sms: words.lateSms,
  },
  link: () => ({ path: "/webview/home" }),
  // Decided in between: the notice of the decision is sent.
  async prepare({ database }, { borrowerId, values }) {
    const loan = borrowerId && (await findLoan(database, borrowerId, values.loanId));
    return loan && (loan.state === "SUBMITTED" || loan.state === "IN_REVIEW") ? { values } : null;
  },
  example: { loanId: "", number: "PJ-2026-11-000001", until: "2026-11-26T10:00:00.000Z" },
});
export const notices: readonly NoticeDefinition<never>[] = [
  approved,
  rejected,
  late,
] as unknown as readonly NoticeDefinition<never>[];

/** Notifies once that the promised time has passed, and of the new one. */
export async function notifyDecisionLate(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; loanId: string; number: string; until: Date },
): Promise<void> {
  const { borrowerId, loanId, number, until } = about;
  await notify(services, trx, late, { id: loanId, borrowerId, values: { loanId, number, until: until.toISOString() } });
}

/** Notifies of the decision once, after this transaction has committed. */
export async function notifyDecision(
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

/** It is written to the loan's own history too. */
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
