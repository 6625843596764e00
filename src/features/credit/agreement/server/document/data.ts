/** The data of a document. The caller passes all of it: rendering reads no database and no clock. */
import type { BusinessDate } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";

export { loanDocumentKinds, type DocumentKindName as DocumentKind } from "../../contract.ts";

/** A regulated or factual claim; unverified ones carry a visible sample mark (product decisions 1). */
export interface ContractFact {
  value: string;
  verified: boolean;
}

export interface Operator {
  brandName: string;
  companyName: ContractFact;
  licence: ContractFact;
  address: ContractFact;
  phone: ContractFact;
  email: ContractFact;
}

/** The lender of record. */
export interface ContractLender {
  name: string;
  /** Number in the lender register or of the company's deed; shown as given. */
  registration: string;
  address: string;
}

export interface Borrower {
  fullName: string;
  /** As it may be shown: `3171••••••••0001`. Masking is the caller's decision. */
  nikMasked: string;
  birthPlace: string;
  birthDate: BusinessDate;
  address: string;
  mobileMasked: string;
}

export interface ContractLoanTerms {
  productName: string;
  /** The purpose of the loan in each language: the Indonesian text next to a translation uses the Indonesian one. */
  purpose: Text;
  amountRupiah: number;
  tenorDays: number;
  instalmentCount: number;
  /** Flat interest a day on the contract amount. */
  dailyRatePpm: number;
  /** Effective yearly rate, all costs counted. */
  yearlyRatePpm: number;
  /** Fees without interest. */
  feeRupiah: number;
  interestRupiah: number;
  /** Principal, interest and fees when everything is paid on its day. */
  totalRupiah: number;
  /** Late fee a day on the unpaid principal of overdue instalments. */
  lateRatePpm: number;
  /** Maximum of cost and late fees together, in rupiah. // Field rules: total cap */
  maxCostRupiah: number;
  /** Highest daily cost that the rule in force allows. // Field rules: daily cost cap */
  dailyCapPpm: number;
  /** Amount paid out to the borrower. */
  disbursedRupiah: number;
  /** Day on which disbursement is expected; due dates are counted from it. */
  disbursementDate: BusinessDate;
  /** Until when the agreement may be signed. */
  signBy: Date;
  /** Rupiah of the amount that pay an earlier loan off, as of the day of the signature. */
  replaced?: { number: string; rupiah: number };
  /** A coupon's discount on the interest, and the total to repay with it; the figures above are without it. */
  discount?: { rupiah: number; totalRupiah: number };
}

/** Rules in force on the day of issue that documents state: never typed into a template by hand. */
export interface RulesInForce {
  /** Working days that an answer to a complaint may take, and the days of its single extension. */
  complaintWorkingDays: number;
  complaintExtensionDays: number;
  minimumAgeYears: number;
  /** A month. */
  minimumIncomeRupiah: number;
  /** Maximal number of operators that a borrower may owe at once, including this one. */
  mostPlatforms: number;
}

export interface ContractScheduleRow {
  number: number;
  dueDate: BusinessDate;
  principalRupiah: number;
  interestRupiah: number;
  feeRupiah: number;
  totalRupiah: number;
  /** Amount to pay of this row, where the loan took a coupon. */
  payableRupiah?: number;
}

export interface ContractBankAccount {
  bankName: string;
  accountNumberMasked: string;
  holderName: string;
}

export interface TextVersion {
  key: string;
  title: string;
  version: string;
}

/** Facts of a loan that is fully paid, for the letter. */
export interface PayoffFacts {
  paidOffOn: BusinessDate;
  paidRupiah: number;
  paidLateFeeRupiah: number;
  waivedRupiah: number;
}

/** The loan that a restructuring replaces, as it stands on the day of the signature (rupiah). */
export interface RestructureFacts {
  oldNumber: string;
  oldOwedRupiah: number;
  lateFeeWaivedRupiah: number;
  /** Includes fees of the old contract that the new one cannot carry because of the caps. */
  interestWaivedRupiah: number;
  carriedRupiah: number;
  /** Amount that the old contract would charge if nothing were paid until the new last due day. */
  oldUnpaidRupiah: number;
  /** Open instalments of the old schedule. */
  oldSchedule: ContractScheduleRow[];
}

export interface DocumentData {
  /** Public id under which anyone can check the document. */
  documentId: string;
  /** The agreement's number, as people quote it. */
  agreementNumber: string;
  issuedOn: BusinessDate;
  /** `https://…/verify/{documentId}`, printed on every page. */
  verifyAddress: string;
  operator: Operator;
  lender: ContractLender;
  borrower: Borrower;
  loan: ContractLoanTerms;
  rules: RulesInForce;
  schedule: ContractScheduleRow[];
  bankAccount: ContractBankAccount;
  /** The standard texts that were accepted, with their versions. */
  texts: TextVersion[];
  /** Only for the documents of a restructuring, which throw without it. */
  restructure?: RestructureFacts;
  /** Only for the paid-off letter, which throws without it. */
  paidOff?: PayoffFacts;
}

/** How the borrower signed, for the page that is appended to the shown document. */
export interface SigningEvidence {
  documentId: string;
  agreementNumber: string;
  verifyAddress: string;
  operator: Operator;
  signerName: string;
  nikMasked: string;
  signedAt: Date;
  /** How the code reached the signer: SMS, VOICE, WHATSAPP. */
  otpChannel: string;
  otpSentTo: string;
  /** Our reference of the proven verification, never the code. */
  otpReference: string;
  /** Device as the session knows it: "Chrome on Android 15". */
  device: string;
  networkAddress: string;
  shownAt: Date;
  texts: TextVersion[];
}
