/** Notices to borrowers about the wallet: the steps of each withdrawal, and its expiry. SMS never contain an amount. // Product decisions, rewards 11 */
import {
  defineNotice,
  notify,
  withLink,
  type NoticeDefinition,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";

type About = { amountRupiah: number };
type Ending = { amountRupiah: number; endsOn: string };

const link = () => ({ path: "/webview/wallet" }) as const;
const outside = ["INBOX", "WHATSAPP", "SMS"] as const;
const example: About = { amountRupiah: 1_000_000 };

/** The body, by WhatsApp with its address. */
const texts = (title: Text, body: Text, sms: Text, push?: Text): NoticeTexts => ({
  title,
  body,
  sms,
  ...(push ? { push } : {}),
  whatsapp: withLink(body, { id: "Rincian:", en: "Details:", zh: "详情：" }),
});

const ordered = defineNotice<About>({
  kind: "wallet.ordered",
  topic: "PAYMENT",
  channels: ["INBOX"],
  link,
  example,
  texts: {
    title: { id: "Penarikan diproses", en: "Withdrawal under way", zh: "提现处理中" },
    body: {
      id: "Penarikan {amountRupiah} sedang dikirim ke rekening bank Anda dan sampai dalam satu hari. Bukan Anda? Segera hubungi kami.",
      en: "Your withdrawal of {amountRupiah} is on its way to your bank account and arrives within one day. Was it not you? Contact us at once.",
      zh: "您的提现 {amountRupiah} 正在转往您的银行账户，一天内到账。若非本人操作，请立即联系我们。",
    },
  },
});

const arrived = defineNotice<About>({
  kind: "wallet.arrived",
  topic: "PAYMENT",
  channels: outside,
  link,
  example,
  texts: texts(
    { id: "Penarikan berhasil", en: "Withdrawal succeeded", zh: "提现成功" },
    {
      id: "Penarikan {amountRupiah} sudah masuk ke rekening bank Anda.",
      en: "Your withdrawal of {amountRupiah} has arrived in your bank account.",
      zh: "您的提现 {amountRupiah} 已到达您的银行账户。",
    },
    {
      id: "Penarikan hadiah Anda sudah masuk ke rekening bank. Rincian: {link}",
      en: "Your reward money has arrived in your bank account. Details: {link}",
      zh: "您的奖励提现已到账。详情：{link}",
    },
  ),
});

const failed = defineNotice<About>({
  kind: "wallet.failed",
  topic: "PAYMENT",
  channels: outside,
  link,
  example,
  texts: texts(
    { id: "Penarikan gagal", en: "Withdrawal failed", zh: "提现失败" },
    {
      id: "Bank tidak bisa mengirim penarikan {amountRupiah}. Uangnya sudah kembali ke dompet Anda dan batas bulan itu juga. Periksa rekening Anda, lalu coba lagi.",
      en: "The bank could not deliver your withdrawal of {amountRupiah}. The money is back in your wallet, and so is that month's limit. Check your account, then try again.",
      zh: "银行未能完成提现 {amountRupiah}。款项已退回您的钱包，当月限额也已恢复。请核对账户后重试。",
    },
    {
      id: "Penarikan hadiah Anda gagal, uangnya kembali ke dompet. Rincian: {link}",
      en: "Your withdrawal failed; the money is back in your wallet. Details: {link}",
      zh: "提现失败，款项已退回钱包：{link}",
    },
  ),
});

const returned = defineNotice<About>({
  kind: "wallet.returned",
  topic: "PAYMENT",
  channels: outside,
  link,
  example,
  texts: texts(
    { id: "Penarikan dikembalikan bank", en: "Withdrawal sent back by the bank", zh: "提现被银行退回" },
    {
      id: "Bank Anda mengembalikan penarikan {amountRupiah}. Kami memeriksanya: uangnya dikirim lagi atau kembali ke dompet Anda. Anda tidak perlu berbuat apa-apa.",
      en: "Your bank sent the withdrawal of {amountRupiah} back. We are looking into it: the money is sent again or goes back into your wallet. You do not need to do anything.",
      zh: "您的银行退回了提现 {amountRupiah}。我们正在处理：款项将重新发送或退回您的钱包。您无需操作。",
    },
    {
      id: "Bank Anda mengembalikan penarikan hadiah; kami memeriksanya. Rincian: {link}",
      en: "Your bank sent your withdrawal back; we are looking into it. Details: {link}",
      zh: "提现被银行退回，我们正在处理：{link}",
    },
  ),
});

const ends = defineNotice<Ending>({
  kind: "wallet.ends",
  topic: "ACCOUNT",
  channels: [...outside, "PUSH"],
  link,
  isReminder: true,
  example: { amountRupiah: 1_000_000, endsOn: "2026-12-30" },
  texts: texts(
    { id: "Dompet hadiah segera berakhir", en: "Your reward wallet ends soon", zh: "奖励钱包即将到期" },
    {
      id: "{amountRupiah} di dompet hadiah Anda berlaku sampai {endsOn}. Tarik sebelum itu, atau dapatkan hadiah baru: masa berlakunya dihitung ulang.",
      en: "{amountRupiah} in your reward wallet is valid until {endsOn}. Withdraw it before then; any withdrawal or new reward starts its validity again.",
      zh: "您奖励钱包中的 {amountRupiah} 有效期至 {endsOn}。请在此之前提现；提现或获得新奖励后，有效期重新计算。",
    },
    {
      id: "Uang di dompet hadiah Anda berlaku sampai {endsOn}. Tarik: {link}",
      en: "The money in your reward wallet is valid until {endsOn}. Withdraw: {link}",
      zh: "奖励钱包有效期至{endsOn}：{link}",
    },
    {
      id: "Uang di dompet hadiah Anda berlaku sampai {endsOn}. Ketuk untuk menariknya.",
      en: "The money in your reward wallet is valid until {endsOn}. Tap to withdraw it.",
      zh: "您奖励钱包中的款项有效期至{endsOn}，点按提现。",
    },
  ),
});

const ended = defineNotice<About>({
  kind: "wallet.ended",
  topic: "ACCOUNT",
  channels: ["INBOX"],
  link,
  example,
  texts: {
    title: { id: "Masa berlaku dompet berakhir", en: "Your reward money has expired", zh: "钱包有效期届满" },
    body: {
      id: "{amountRupiah} di dompet hadiah Anda hangus karena selama satu tahun tidak ada penarikan atau hadiah baru, seperti yang kami kabarkan sebelumnya.",
      en: "{amountRupiah} in your reward wallet has expired, because there was no withdrawal and no new reward for a year, as we announced before.",
      zh: "您奖励钱包中的 {amountRupiah} 因一年内没有提现或新奖励，已按此前通知到期。",
    },
  },
});

const granted = defineNotice<About>({
  kind: "wallet.granted",
  topic: "REWARD",
  channels: ["INBOX"],
  link,
  example,
  texts: {
    title: { id: "Hadiah dari kami", en: "A reward from us", zh: "我们的奖励" },
    body: {
      id: "Kami menambahkan {amountRupiah} ke dompet hadiah Anda. Uangnya bisa ditarik ke rekening bank Anda.",
      en: "We added {amountRupiah} to your reward wallet. You can withdraw it to your bank account.",
      zh: "我们已向您的奖励钱包存入 {amountRupiah}，可提现到您的银行账户。",
    },
  },
});

export const notices = [
  granted,
  ordered,
  arrived,
  failed,
  returned,
  ends,
  ended,
] as unknown as readonly NoticeDefinition<never>[];

export interface AboutWithdrawal {
  borrowerId: string;
  withdrawalId: string;
  amountRupiah: number;
  transferId: string;
}

export const notifyWithdrawalOrdered = (
  services: Services,
  trx: Transaction,
  { borrowerId, withdrawalId, amountRupiah }: Omit<AboutWithdrawal, "transferId">,
): Promise<boolean> =>
  notify(services, trx, ordered, { id: `ordered_${withdrawalId}`, borrowerId, values: { amountRupiah } });

export const notifyRewardGranted = (
  services: Services,
  trx: Transaction,
  { borrowerId, awardId, amountRupiah }: { borrowerId: string; awardId: string; amountRupiah: number },
): Promise<boolean> => notify(services, trx, granted, { id: awardId, borrowerId, values: { amountRupiah } });

const tell =
  (notice: NoticeDefinition<About>) =>
  (services: Services, trx: Transaction, { borrowerId, transferId, amountRupiah }: AboutWithdrawal): Promise<boolean> =>
    notify(services, trx, notice, { id: transferId, borrowerId, values: { amountRupiah } });

export const notifyWithdrawalArrived = tell(arrived);
export const notifyWithdrawalFailed = tell(failed);
export const notifyWithdrawalReturned = tell(returned);

/** Sent once for each expiry date and each warning time. */
export const notifyWalletEnds = (
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; amountRupiah: number; endsOn: BusinessDate; daysBefore: number },
): Promise<boolean> =>
  notify(services, trx, ends, {
    id: `ends_${about.borrowerId}_${about.endsOn}_${about.daysBefore}`,
    borrowerId: about.borrowerId,
    values: { amountRupiah: about.amountRupiah, endsOn: about.endsOn },
  });

export const notifyWalletEnded = (
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; amountRupiah: number; endedOn: BusinessDate },
): Promise<boolean> =>
  notify(services, trx, ended, {
    id: `ended_${about.borrowerId}_${about.endedOn}`,
    borrowerId: about.borrowerId,
    values: { amountRupiah: about.amountRupiah },
  });
