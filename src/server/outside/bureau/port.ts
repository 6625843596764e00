/** Credit bureau: loans at other platforms, what they cost a month, fraud and sanction lists, score. */

export interface BureauOrder {
  /** Id of our row (a UUID). The same id gives the same report and is paid for once. */
  reportId: string;
  /** 16 digits. */
  nik: string;
  fullName: string;
  /** YYYY-MM-DD */
  birthDate: string;
  /** `08…` */
  mobileNumber: string;
  /** Only where the bureau needs it and the borrower gave it. */
  mothersName?: string;
}

export interface Obligation {
  /** Name of the other operator or bank. */
  lender: string;
  kind: "PLATFORM" | "BANK" | "OTHER";
  outstandingRupiah: number;
  monthlyInstalmentRupiah: number;
  daysPastDue: number;
}

export interface BureauReport {
  outcome: "REPORT";
  providerReference: string;
  /** Other operators with an open loan (this one is not counted). */
  platformCount: number;
  obligations: Obligation[];
  fraudListed: boolean;
  sanctionListed: boolean;
  /** 300 to 850; null when the bureau has too little history. */
  score: number | null;
}
export type BureauAnswer = BureauReport | { outcome: "UNAVAILABLE" };

export interface BureauPort {
  readonly adapter: string;
  /** Whether it finds people by their mother's maiden name as well; asked of borrowers only while it does. */
  readonly needsMothersName: boolean;
  /** Never throws for the provider's answer or silence. */
  report(order: BureauOrder): Promise<BureauAnswer>;
}
