/**
 * Account look-ups at the borrower's wish: tax number, social insurance, telephone operator, education register.
 * Credentials are held in memory for one call: never stored, queued or logged (security rules 16).
 */

export const lookupKinds = ["NPWP", "BPJS", "OPERATOR", "EDUCATION"] as const;
export type LookupKind = (typeof lookupKinds)[number];

export interface LookupOrder {
  /** Id of our row (a UUID). */
  lookupId: string;
  kind: LookupKind;
  /** What the borrower typed: NPWP number, e-mail, phone number, student number. */
  account: string;
  /** Password; empty where the register asks for none. */
  credential: string;
  fullName: string;
  /** YYYY-MM-DD */
  birthDate: string;
}

export type LookupAnswer =
  /** Plain facts by name, as the register states them. */
  | { outcome: "FOUND"; facts: Readonly<Record<string, string>>; providerReference: string }
  | { outcome: "NOT_FOUND" }
  | { outcome: "CREDENTIAL_REFUSED" }
  /** The register sent a code to the borrower: call `answerCode` with it. */
  | { outcome: "CODE_NEEDED"; providerReference: string }
  | { outcome: "UNAVAILABLE" };

export interface LookupPort {
  readonly adapter: string;
  look(order: LookupOrder): Promise<LookupAnswer>;
  answerCode(answer: {
    lookupId: string;
    kind: LookupKind;
    providerReference: string;
    code: string;
  }): Promise<LookupAnswer>;
}
