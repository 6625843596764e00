/** Messages about a payout to its borrower. */
import { findLoan } from "#features/credit/loan/server/index.ts";
import { defineNotice, withLink, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { defineTexts, type Text } from "#shared/texts.ts";

type Late = { loanId: string; number: string };

const words = defineTexts({
  title: { id: "Pencairan terlambat", en: "Your money is late", zh: "放款延迟" },
  refused: {
    id: `Maaf, uang pinjaman {number} belum sampai dalam ${payoutMinutes} menit: bank menolak transfernya. Kami sedang menanganinya. Bunga baru berjalan setelah uang sampai.`,
    en: `Sorry, the money of loan {number} has not arrived within ${payoutMinutes} minutes: the bank refused the transfer. We are working on it. Interest runs only once the money has arrived.`,
    zh: `抱歉，借款 {number} 未能在 ${payoutMinutes} 分钟内到账：银行退回了转账，我们正在处理。到账后才开始计息。`,
  },
  preparing: {
    id: `Maaf, uang pinjaman {number} belum kami kirim dalam ${payoutMinutes} menit karena pemeriksaan di pihak kami belum selesai. Bunga baru berjalan setelah uang sampai.`,
    en: `Sorry, we have not sent the money of loan {number} within ${payoutMinutes} minutes, because checks on our side take longer. Interest runs only once the money has arrived.`,
    zh: `抱歉，由于我们的核查尚未完成，借款 {number} 未能在 ${payoutMinutes} 分钟内发放。到账后才开始计息。`,
  },
  bank: {
    id: `Maaf, uang pinjaman {number} sudah kami kirim, tetapi bank belum memastikannya dalam ${payoutMinutes} menit. Bunga baru berjalan setelah uang sampai.`,
    en: `Sorry, we have sent the money of loan {number}, but the bank has not confirmed it within ${payoutMinutes} minutes. Interest runs only once the money has arrived.`,
    zh: `抱歉，借款 {number} 的款项已发出，但银行未在 ${payoutMinutes} 分钟内确认。到账后才开始计息。`,
  },
  sms: {
    id: "Maaf, pencairan pinjaman Anda terlambat. Lihat alasannya: {link}",
    en: "Sorry, your loan's money is late. See why: {link}",
    zh: "抱歉，您的借款放款延迟，原因请查看：{link}",
  },
  toStatus: { id: "Lihat status:", en: "See the status:", zh: "查看状态：" },
});

const lateNotice = (reason: string, body: Text): NoticeDefinition<Late> =>
  defineNotice<Late>({
    kind: `disbursement.late_${reason}`,
    topic: "LOAN",
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts: { title: words.title, body, whatsapp: withLink(body, words.toStatus), sms: words.sms },
    link: () => ({ path: "/webview/home" }),
    // Arrived or cancelled in between: there is no delay to explain.
    async prepare({ database }, { borrowerId, values }) {
      const loan = borrowerId && (await findLoan(database, borrowerId, values.loanId));
      return loan && (loan.state === "SIGNED" || loan.state === "DISBURSING") ? { values } : null;
    },
    example: { loanId: "", number: "PJ-2026-11-000001" },
  });

/** Why a payout is late, each with its message. */
export const lateNotices = {
  REFUSED: lateNotice("refused", words.refused),
  PREPARING: lateNotice("preparing", words.preparing),
  BANK: lateNotice("bank", words.bank),
};
export const notices: readonly NoticeDefinition<never>[] = Object.values(
  lateNotices,
) as unknown as readonly NoticeDefinition<never>[];
