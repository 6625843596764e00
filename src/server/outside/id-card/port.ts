/** Reading an identity card: what stands on it, so that nobody has to type it. It is shown to be checked, and never trusted. */
import type { Sex } from "#shared/fields/nik.ts";

export interface IdCardOrder {
  /** Id of the reading (a UUID). The same id gives the same answer. */
  readId: string;
  /** A cleaned JPEG. */
  photo: Uint8Array;
}
/** What could be read; the rest is typed. */
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

/** Where no reader is contracted: everything is typed. */
export const noIdCardReader: IdCardPort = { adapter: "none", read: async () => ({ outcome: "UNAVAILABLE" }) };
