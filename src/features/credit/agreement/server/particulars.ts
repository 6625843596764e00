/** Collects the data of a loan's documents. Every date comes from the loan, none from the clock: repeated calls give the same data. */
import type { Reader } from "#server/database.server.ts";
import { complaintTermsOn } from "#server/calendar/business-calendar.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { findBankAccount } from "#features/account/bank-account/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { profileOf, type Profile } from "#features/account/profile/server/index.ts";
import {
  discountedSchedule,
  lenderById,
  replacedPartOf,
  type ReplacedPart,
  quoteOfTerms,
  ruleInForce,
  tenorClass,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { rulesInForce } from "#features/credit/underwriting/server/index.ts";
import type { Borrower, DocumentData, ContractLoanTerms, RulesInForce } from "./document/index.ts";
import { purposeText } from "./purposes.ts";
import type { Issuer } from "./store.ts";

/** A document's data without its own id, its address and the texts that it lists. */
export type Particulars = Omit<DocumentData, "documentId" | "verifyAddress" | "texts">;

/** Throws where the borrower has no identity, address or account: such a loan cannot have been approved. */
export async function particularsOf(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  issuer: Issuer,
): Promise<Particulars> {
  const issuedOn = dateInWib(loan.decidedAt ?? loan.submittedAt);
  const [lender, account, borrower, rules, replaced] = await Promise.all([
    lenderById(reader, loan.lenderId),
    findBankAccount(services, reader, loan.borrowerId, loan.bankAccountId),
    borrowerOf(services, reader, loan.borrowerId),
    rulesInForceOn(reader, issuedOn),
    replacedPartOf(services, reader, loan),
  ]);
  if (!lender || !account) throw new Error("A loan has a lender and a bank account before it has documents.");
  const quote = quoteOfTerms(loan.terms);
  return {
    agreementNumber: loan.number,
    issuedOn,
    operator: issuer.operator,
    lender: { name: lender.name, registration: lender.registration, address: lender.address },
    borrower,
    loan: termsShown(quote, {
      purpose: purposeText(loan.purpose),
      signBy: firstDeadlineOf(loan),
      brandName: issuer.operator.brandName,
      discountRupiah: loan.discount?.rupiah ?? 0,
      terms: loan.terms,
      replaced,
    }),
    rules,
    schedule: scheduleShown(quote, loan),
    bankAccount: { bankName: account.bankName, accountNumberMasked: account.masked, holderName: account.accountName },
  };
}

/** The deadline printed in the documents: moving the deadline in the borrower's favour changes no document, so it need not be read again. */
const firstDeadlineOf = ({ signDeadline, signDeadlineMovedSeconds, submittedAt }: LoanRow): Date =>
  signDeadline ? new Date(signDeadline.getTime() - signDeadlineMovedSeconds * 1000) : submittedAt;

type Quote = ReturnType<typeof quoteOfTerms>;

/** The cost of a loan as documents name it. */
export function termsShown(
  quote: Quote,
  about: Pick<ContractLoanTerms, "purpose" | "signBy"> & {
    brandName: string;
    discountRupiah?: number;
    terms?: LoanRow["terms"];
    replaced?: ReplacedPart | null;
  },
): ContractLoanTerms {
  const { discountRupiah: rupiah = 0, terms, replaced } = about;
  const { value: dailyCapPpm } = ruleInForce(
    "DAILY_COST_CAP_PPM",
    quote.disbursedOn,
    tenorClass(quote.disbursedOn, quote.tenorDays),
  );
  return {
    productName: `Pinjaman ${about.brandName}`,
    purpose: about.purpose,
    amountRupiah: quote.amountRupiah,
    tenorDays: quote.tenorDays,
    instalmentCount: quote.instalments.length,
    dailyRatePpm: quote.dailyRatePpm,
    yearlyRatePpm: quote.effectiveYearlyRatePpm,
    feeRupiah: quote.feeRupiah,
    interestRupiah: quote.interestRupiah,
    totalRupiah: quote.totalRupiah,
    lateRatePpm: quote.lateFeeDailyPpm,
    maxCostRupiah: quote.highestCostRupiah,
    dailyCapPpm,
    disbursedRupiah: quote.receivedRupiah - (replaced?.rupiah ?? 0),
    disbursementDate: quote.disbursedOn,
    signBy: about.signBy,
    ...(replaced && replaced.rupiah > 0 ? { replaced: { number: replaced.number, rupiah: replaced.rupiah } } : {}),
    ...(rupiah > 0 && terms
      ? { discount: { rupiah, totalRupiah: discountedSchedule(terms, rupiah).totalRupiah } }
      : {}),
  };
}

/** The rules that documents state, as in force on their day of issue. */
export async function rulesInForceOn(reader: Reader, day: BusinessDate): Promise<RulesInForce> {
  const [rules, complaint] = await Promise.all([rulesInForce(reader, day), complaintTermsOn(reader, day)]);
  const figure = (name: Parameters<(typeof rules)["get"]>[0]): number => {
    const row = rules.get(name);
    if (!row) throw new Error(`No row of ${name} is in force on ${day}.`);
    return row.value;
  };
  return {
    complaintWorkingDays: complaint.answerWorkingDays,
    complaintExtensionDays: complaint.extensionWorkingDays,
    minimumAgeYears: figure("AGE_FLOOR_YEARS"),
    minimumIncomeRupiah: figure("INCOME_FLOOR_RUPIAH"),
    mostPlatforms: figure("OPERATORS_CAP"),
  };
}

export function scheduleShown(quote: Quote, loan?: Pick<LoanRow, "terms" | "discount">): DocumentData["schedule"] {
  const paid = loan?.discount ? discountedSchedule(loan.terms, loan.discount.rupiah).instalments : [];
  return quote.instalments.map(({ dueOn, ...row }, index) => {
    const payableRupiah = paid[index]?.payableRupiah;
    return { ...row, dueDate: dueOn, ...(payableRupiah === undefined ? {} : { payableRupiah }) };
  });
}

async function borrowerOf(services: Services, reader: Reader, borrowerId: string): Promise<Borrower> {
  const [identity, profile, contact] = await Promise.all([
    identityOf(services, reader, borrowerId),
    profileOf(services, reader, borrowerId),
    borrowerContact(services, reader, borrowerId),
  ]);
  if (!identity || !profile) throw new Error("A borrower has identity and profile before a loan has documents.");
  return {
    fullName: identity.fullName,
    nikMasked: maskNik(identity.nik),
    birthPlace: identity.birthPlace,
    birthDate: identity.birthDate,
    address: addressLine(profile.address),
    // A closed account has no number any more; its letter is made all the same.
    mobileMasked: contact ? maskPhone(contact.mobileNumber) : "–",
  };
}

function addressLine(home: Profile["address"]): string {
  const { street, rt, rw, village, district, regency, province, postalCode } = home;
  return [`${street} RT ${rt}/RW ${rw}`, village, district, regency, province, postalCode].filter(Boolean).join(", ");
}
