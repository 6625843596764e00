/** Finding a borrower by one exact identifier. Nothing is found by a part of one, so nobody can browse. */
import * as v from "valibot";
import type { Services } from "#server/services.ts";
import { nik } from "#shared/fields/nik.ts";
import { phone } from "#shared/fields/phone.ts";
import { uuid } from "#shared/fields/verification.ts";
import { findBorrowersByNik } from "#features/account/identity/server/index.ts";
import { borrowerStatus, findBorrowerByMobile } from "#features/account/login/server/index.ts";
import { locateLoan, locateLoanByNumber } from "#features/credit/loan/server/index.ts";
import type { identifierKinds } from "../staff-contract.ts";

export interface Found {
  kind: (typeof identifierKinds)[number];
  found: { borrowerId: string; loanId: string | null }[];
}

/** Null where the text is no whole identifier of any kind. */
export async function search(services: Services, typed: string): Promise<Found | null> {
  const { database } = services;
  const one = (borrowerId: string | null, loanId: string | null = null) =>
    borrowerId === null ? [] : [{ borrowerId, loanId }];
  const asNik = v.safeParse(nik, typed);
  if (asNik.success) {
    const ids = await findBorrowersByNik(services, database, asNik.output);
    return { kind: "NIK", found: ids.map((borrowerId) => ({ borrowerId, loanId: null })) };
  }
  const asPhone = v.safeParse(phone, typed);
  if (asPhone.success)
    return { kind: "MOBILE", found: one(await findBorrowerByMobile(services, database, asPhone.output)) };
  const text = typed.trim();
  if (/^T[A-Z]?[-\u2011]/i.test(text)) {
    const loan = await locateLoanByNumber(database, text);
    return { kind: "LOAN", found: one(loan?.borrowerId ?? null, loan?.loanId ?? null) };
  }
  const id = text.toLowerCase();
  if (!v.safeParse(uuid, id).success) return null;
  if ((await borrowerStatus(database, id)) !== null) return { kind: "BORROWER", found: one(id) };
  const borrowerId = await locateLoan(database, id);
  return { kind: "LOAN", found: one(borrowerId, borrowerId && id) };
}
