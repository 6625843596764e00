/** Reads an identity card, so that its text need not be typed. The borrower checks it, and it is never trusted. */
import type { Sex } from "#shared/fields/nik.ts";

export interface IdCardOrder {
  /** Id of the reading (a UUID). The same id gives the same answer. */
  readId: string;
  /** A cleaned JPEG. */
  photo: Uint8Array;
}
/** The fields that could be read; the others are typed. */
export interface IdCardFields {
  /** 16 digits. */
  nik?: string;
  fullName?: string;
  birthPlace?: string;
  /** YYYY-MM-DD */
  birthDate?: string;
  sex?: Sex;
}
export type IdCardAnswer =
  | { outcome: "READ"; fields: IdCardFields }
  | { outcome: "UNREADABLE" }
  | { outcome: "UNAVAILABLE" };

export interface IdCardPort {
  readonly adapter: string;
  /** Never throws for the provider's answer or silence. */
  read(order: IdCardOrder): Promise<IdCardAnswer>;
}

/** For a brand without a contracted reader: everything is typed. */
export const noIdCardReader: IdCardPort = { adapter: "none", read: async () => ({ outcome: "UNAVAILABLE" }) };
