/** Signs PDF documents electronically and says whether a signature holds. */

export interface SignOrder {
  /** Id of our row (a UUID). Asking again with the same id never makes or pays for a second signature. */
  orderId: string;
  /** Why the document is signed, as shown by PDF readers: "Persetujuan perjanjian pendanaan". */
  reason: string;
  /** The person whose act the signature records. */
  signerName: string;
  /** Place: "Jakarta, Indonesia". */
  location: string;
  /** Business time of the act. */
  signedAt: Date;
  /** Name of the signature field in the PDF; "TunaiSignature" without it. */
  fieldName?: string;
}

/** The result of checking the newest signature in a document. */
export interface SignatureReport {
  /** The signature is whole, by a trusted certificate that was valid at `signedAt`, and covers the whole document. */
  valid: boolean;
  /** Why it is not valid. NOT_SIGNED: no signature. ALTERED: the bytes do not fit it. UNTRUSTED: made by a certificate that we do not trust. EXTENDED: something was appended after signing. */
  problem?: "NOT_SIGNED" | "ALTERED" | "UNTRUSTED" | "EXTENDED";
  /** Common name of the signing certificate. */
  signer?: string;
  signedAt?: Date;
  coversWholeDocument: boolean;
  /** SHA-256 of the whole file, lower hex. */
  hash: string;
  /**
   * SHA-256 of the file at the end of each of its revisions, oldest first, lower hex. A document is only ever appended
   * to, so the first one is the hash of the file that the signer saw.
   */
  revisionHashes: string[];
}

export interface SignaturePort {
  readonly adapter: string;
  /**
   * The document with a PAdES signature appended; it begins with the given bytes. Throws `SignatureFailed`; after
   * PENDING and UNAVAILABLE the same order may be repeated.
   */
  signPdf(pdf: Uint8Array, order: SignOrder): Promise<Uint8Array>;
  /** Certificates in DER, the signing one first, the root last: readers import them in order to trust our documents. */
  certificateChain(): Promise<Uint8Array[]>;
  /** Never throws because of the bytes. */
  validate(pdf: Uint8Array): Promise<SignatureReport>;
}

export type SignatureFailure =
  /** The provider has the order and is still working. */
  | "PENDING"
  /** The provider did not answer. */
  | "UNAVAILABLE"
  /** The provider refuses this order for good. */
  | "REFUSED"
  /** The returned file is not our document with a valid signature. */
  | "ALTERED";

export class SignatureFailed extends Error {
  readonly code: SignatureFailure;
  constructor(code: SignatureFailure, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "SignatureFailed";
    this.code = code;
  }
}
