/** Compares a selfie with the identity register or the card's photo. Face data is 'specific' personal data (field rules: personal data): sent, never kept by the port. */

export interface FaceCheckOrder {
  /** Id of our row (a UUID). The same id gives the same answer and is paid for once. */
  checkId: string;
  /** 16 digits. */
  nik: string;
  fullName: string;
  /** YYYY-MM-DD */
  birthDate: string;
  /** JPEG, re-encoded by us. */
  selfie: Uint8Array;
  /** JPEG of the KTP, if the caller has it. */
  cardPhoto?: Uint8Array;
}

export type FaceCheckAnswer =
  /** Both values in parts per million of certainty, 0 to 1,000,000. */
  | { outcome: "MATCH" | "NO_MATCH"; similarityPpm: number; livenessPpm: number; providerReference: string }
  /** No face, several faces, too dark: the borrower takes another picture; it is not counted as a failed try. */
  | { outcome: "UNREADABLE"; providerReference: string }
  /** The register does not know this NIK. */
  | { outcome: "NOT_REGISTERED"; providerReference: string }
  | { outcome: "UNAVAILABLE" };

export interface FaceCheckPort {
  readonly adapter: string;
  /** Never throws for the provider's answer or silence. */
  check(order: FaceCheckOrder): Promise<FaceCheckAnswer>;
}
