/** Identity: answers to the domain's calls, and what other domains may ask of it. */
import type { Api } from "#server/answer.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { nikDisagreements } from "#shared/fields/nik.ts";
import { borrowersOfNik, findIdentity, findPhotos, type Person } from "./store.ts";

export { borrowerFactsChanged } from "./facts-changed.ts";

export interface Identity extends Person {
  /** A face check matched this very name, NIK and birth. */
  faceVerified: boolean;
  /** Field rules: a NIK that disagrees with birth date or sex is a flag for review, never a refusal. */
  nikMatchesBirth: boolean;
}

/** Who the borrower says to be; null before the card's data was given. */
export async function identityOf(services: Services, trx: Database | Transaction, borrowerId: string): Promise<Identity | null> {
  const row = await findIdentity(services, trx, borrowerId);
  if (!row) return null;
  const { fullName, nik, birthDate, birthPlace, sex } = row;
  return { fullName, nik, birthDate, birthPlace, sex, faceVerified: row.faceVerifiedAt !== null, nikMatchesBirth: nikDisagreements(nik, { birthDate, sex }).length === 0 };
}

/** Whether nothing of the identity is open: the card's photo, its data, and a face that matched. */
export async function isIdentityComplete(services: Services, trx: Database | Transaction, borrowerId: string): Promise<boolean> {
  const row = await findIdentity(services, trx, borrowerId);
  return row?.faceVerifiedAt != null && (await findPhotos(trx, borrowerId)).has("KTP");
}

/** Ids of borrowers that gave this NIK, the earliest first, at most 20: for search by staff and for underwriting's look for duplicates. */
export const findBorrowersByNik = (services: Services, trx: Database | Transaction, nik: string): Promise<string[]> => borrowersOfNik(services, trx, nik, 20);

export function answers(_api: Api): void {}
