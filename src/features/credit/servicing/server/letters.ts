/** Letters of the plan as they were sent, to be read again and to be printed. // Spec credit-support 6 */
import { Binary } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { Paper, writePaper } from "#server/media/paper.ts";
import type { Services } from "#server/services.ts";
import { dateIn, formatDate } from "#shared/dates.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { messagesOfKinds } from "#features/platform/notice/server/index.ts";
import type { ServicingLetter } from "../contract.ts";
import { letterKinds } from "./notices.ts";

/** More than the plan sends for one loan while messages are kept. */
const maxLetters = 50;

const texts = defineTexts({
  from: { id: "Tanggal surat: {date}", en: "Date of the letter: {date}", zh: "信函日期：{date}" },
  means: {
    id: "Membayar, berjanji membayar dan meminta keringanan: di aplikasi {brand}, menu Tagihan. Semua pembayaran lewat nomor atau kode di aplikasi; petugas kami tidak pernah menerima uang tunai atau transfer ke rekening pribadi.",
    en: "To pay, to promise a payment or to ask for help: the app of {brand}, menu Bills. All payments go by the number or code in the app; our staff never take cash or a transfer to a personal account.",
    zh: "付款、承诺付款或申请协商还款：请打开 {brand} 应用的“账单”。所有付款均通过应用内的号码或代码进行；我们的工作人员绝不收取现金，也不接受转账至个人账户。",
  },
  unsigned: {
    id: "Surat ini dibuat oleh komputer dan berlaku tanpa tanda tangan. Jumlahnya adalah jumlah pada tanggal surat.",
    en: "This letter was made by computer and is valid without a signature. Its amounts are those of its date.",
    zh: "本信函由计算机生成，无需签名即有效。金额以信函日期为准。",
  },
});

/** The language of the reader, and the brand that writes. */
export interface LetterReader {
  language: Language;
  brandId: string;
}

interface LoanOfBorrower {
  borrowerId: string;
  loanId: string;
}

interface Letter extends ServicingLetter {
  body: string;
}

async function lettersOf(
  services: Services,
  database: Reader,
  { borrowerId, loanId }: LoanOfBorrower,
): Promise<(reader: LetterReader) => Letter[]> {
  const about = { topic: "PAYMENT", kinds: letterKinds, max: maxLetters } as const;
  const read = await messagesOfKinds(services, database, borrowerId, about);
  return (reader) =>
    read(reader)
      .filter(({ values }) => values["loanId"] === loanId)
      .map(({ id, title, body, createdAt }) => ({ letterId: id, title, body, sentAt: createdAt.toISOString() }));
}

/** Letters about a loan, newest first. */
export const lettersShown = async (
  services: Services,
  database: Reader,
  reader: LetterReader,
  loan: LoanOfBorrower,
): Promise<ServicingLetter[]> =>
  (await lettersOf(services, database, loan))(reader).map(({ letterId, title, sentAt }) => ({
    letterId,
    title,
    sentAt,
  }));

/**
 * One letter on paper: the same bytes each time. Null for an unknown one, or without a reader.
 * @param options `isPosted`: with name and address
 */
export async function letterPdf(
  services: Services,
  database: Reader,
  loan: LoanOfBorrower,
  reading: LetterReader | Promise<LetterReader | null>,
  { letterId, isPosted }: { letterId: string; isPosted: boolean },
): Promise<{ bytes: Uint8Array; name: string } | null> {
  const [reader, letters, address] = await Promise.all([
    reading,
    lettersOf(services, database, loan),
    isPosted ? addressOf(services, database, loan.borrowerId) : [],
  ]);
  const letter = reader && letters(reader).find((one) => one.letterId === letterId);
  if (!letter) return null;
  const { language, brandId } = reader;
  const brand = (services.brands.find(({ id }) => id === brandId) ?? services.brands[0]!).name;
  const sentAt = new Date(letter.sentAt);
  const day = dateIn(sentAt, "WIB");
  const small = { size: 9, soft: true, after: 6 } as const;
  const bytes = await writePaper(
    { title: letter.title, author: brand, madeAt: sentAt, language },
    (pdf) => new Paper(pdf, language),
    (paper) => {
      paper.part("P", brand, { size: 11, bold: true, after: 22 });
      for (const line of address) paper.part("P", line, { size: 11, after: line === address.at(-1) ? 14 : 1 });
      paper.part("P", say(texts.from, language, { date: formatDate(day, language) }), { ...small, after: 18 });
      paper.part("H1", letter.title, { size: 17, bold: true, after: 12 });
      paper.part("P", letter.body, { size: 11, after: 14 });
      paper.part("P", say(texts.means, language, { brand }), { size: 11, after: 18 });
      paper.part("P", say(texts.unsigned, language), small);
    },
  );
  return { bytes, name: `letter-${day}-${letterId.slice(-8)}.pdf` };
}

export const letterAnswer = ({ bytes, name }: { bytes: Uint8Array; name: string }): Binary =>
  new Binary(bytes, "application/pdf", { "Content-Disposition": `attachment; filename="${name}"` });

/** In which language and under which brand the borrower is written to; null where the account is gone. */
export async function letterReader(
  services: Services,
  database: Reader,
  borrowerId: string,
): Promise<LetterReader | null> {
  const contact = await borrowerContact(services, database, borrowerId);
  return contact && { language: contact.language, brandId: contact.brandId };
}

/** The lines of an envelope, as far as they are known. */
async function addressOf(services: Services, database: Reader, borrowerId: string): Promise<string[]> {
  const [identity, profile] = await Promise.all([
    identityOf(services, database, borrowerId),
    profileOf(services, database, borrowerId),
  ]);
  const lines = identity ? [identity.fullName] : [];
  if (!profile) return lines;
  const { street, rt, rw, village, district, regency, province, postalCode } = profile.address;
  return [...lines, `${street}, RT ${rt}/RW ${rw}`, `${village}, ${district}`, `${regency}, ${province} ${postalCode}`];
}
