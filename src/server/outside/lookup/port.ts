/**
 * Account look-ups that the borrower asks for: tax number, social insurance, telephone operator, education register.
 * A credential lives in the memory of one request: never stored, queued or logged. // Security rules 16, docs/decisions/248
 */
import type { Secret } from "#shared/secret.ts";

const partnerLookupKinds = ["NPWP", "BPJS", "OPERATOR", "EDUCATION"] as const;
export type PartnerLookupKind = (typeof partnerLookupKinds)[number];

export interface LookupOrder {
  /** Id of our row (a UUID). */
  lookupId: string;
  kind: PartnerLookupKind;
  /** The account that the borrower typed: NPWP number, e-mail, phone number, student number. */
  account: string;
  /** Password; null where the register asks for none. */
  credential: Secret<string> | null;
  /** For the education register: name of the school or university, and the year of graduation. */
  institution?: string;
  year?: number;
  fullName: string;
  /** YYYY-MM-DD */
  birthDate: string;
  /** Whole rupiah a month as the borrower typed it, from which the sandbox invents a wage; never sent to a partner. */
  statedIncomeRupiah: number | null;
}

export interface LookupCode {
  lookupId: string;
  kind: PartnerLookupKind;
  providerReference: string;
  code: Secret<string>;
}

export type LookupAnswer =
  /** Whose record it is, and plain facts by name, as the register states them. */
  | {
      outcome: "FOUND";
      holderName: string;
      facts: Readonly<Record<string, string>>;
      providerReference: string;
    }
  | { outcome: "NOT_FOUND" }
  /** Password or code. */
  | { outcome: "CREDENTIAL_REFUSED" }
  /** The register sent a code to the borrower: call `answerCode` with it. */
  | { outcome: "CODE_NEEDED"; providerReference: string }
  /** Running, or the order may have arrived without an answer: ask by `result`, and never send the order again. */
  | { outcome: "PENDING" }
  /** The order did not arrive. */
  | { outcome: "UNAVAILABLE" };

export interface LookupPort {
  readonly adapter: string;
  look(order: LookupOrder): Promise<LookupAnswer>;
  answerCode(answer: LookupCode): Promise<LookupAnswer>;
  /** The result of an order or a code, without a credential. UNAVAILABLE: the register knows no such order. */
  result(order: { lookupId: string; kind: PartnerLookupKind }): Promise<LookupAnswer>;
}
