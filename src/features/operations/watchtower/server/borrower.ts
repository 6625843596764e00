/** A borrower as support staff see one: masked, and unmasked field by field for a reason. */
import type { Services } from "#server/services.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { Language } from "#shared/texts.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import {
  blockCause,
  borrowerContact,
  borrowerStatus,
  registrationOfBorrower,
} from "#features/account/login/server/index.ts";
import { emergencyContactsOf, profileOf, readiness } from "#features/account/profile/server/index.ts";
import { lockedUntil, numberOf } from "#features/account/verification/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { listLoans, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { BorrowerPage, MaskedField } from "../staff-contract.ts";
import { figuresOf } from "./figures.ts";
import { notesOf } from "./note-store.ts";
import { unlessShredded } from "./shredded.ts";
import { accountStateOf } from "./account-states.ts";
import { newestMessages } from "./timeline.ts";

/** As many as the level is computed from, so that both are one read. */
const maxLoans = 100;
const maxMessages = 5;

const loanLine = (loan: LoanRow): BorrowerPage["loans"][number] => ({
  loanId: loan.id,
  loanNumber: loan.number,
  state: loan.state,
  principalRupiah: loan.principalRupiah,
  tenorDays: loan.tenorDays,
  submittedAt: loan.submittedAt.toISOString(),
  disbursedOn: loan.disbursedOn,
});

/** Null for an id that was never registered. */
export async function borrowerPageOf(
  services: Services,
  borrowerId: string,
  language: Language,
): Promise<BorrowerPage | null> {
  const { database } = services;
  const kept = unlessShredded;
  const numbered = async () => {
    const mobileNumber = await kept(numberOf(services, database, borrowerId), null);
    return { mobileNumber, lock: mobileNumber && (await lockedUntil(services, database, mobileNumber)) };
  };
  // In parallel: each belongs to another domain and needs no other's result.
  const [
    status,
    registration,
    { mobileNumber, lock },
    identity,
    profile,
    accounts,
    contact,
    ready,
    limit,
    loans,
    cause,
    standing,
    figures,
    messages,
    notes,
  ] = await Promise.all([
    borrowerStatus(database, borrowerId),
    registrationOfBorrower(database, borrowerId),
    numbered(),
    kept(identityOf(services, database, borrowerId), null),
    kept(profileOf(services, database, borrowerId), null),
    kept(bankAccountsOf(services, database, borrowerId), []),
    kept(borrowerContact(services, database, borrowerId), null),
    kept(readiness(services, database, borrowerId), { complete: false, missing: [] }),
    currentLimits(services, database, borrowerId),
    listLoans(database, borrowerId, undefined, maxLoans),
    blockCause(database, borrowerId),
    accountStateOf(services, database, borrowerId, language),
    figuresOf(services, database, borrowerId, language),
    newestMessages(services, borrowerId, maxMessages, language),
    kept(notesOf(services, borrowerId), []),
  ]);
  if (!status || !registration) return null;
  const { missing } = ready;
  return {
    borrowerId,
    status,
    frozenByOwner: cause !== null,
    registeredAt: registration.registeredAt.toISOString(),
    lastLoginAt: registration.lastLoginAt.toISOString(),
    language: contact?.language ?? "id",
    fullName: identity?.fullName ?? null,
    maskedMobileNumber: mobileNumber && maskPhone(mobileNumber),
    maskedNik: identity && maskNik(identity.nik),
    identity: identity && { faceVerified: identity.faceVerified, nikMatchesBirth: identity.nikMatchesBirth },
    profile: profile && {
      monthlyIncomeRupiah: profile.monthlyIncomeRupiah,
      owedElsewhereRupiah: profile.owedElsewhereRupiah,
      zone: profile.address.zone,
      industry: profile.industry,
      workingMonths: profile.workingMonths,
    },
    missing,
    bankAccounts: accounts.map(({ bankName, masked, verified, isMain }) => ({ bankName, masked, verified, isMain })),
    limit: { totalRupiah: limit.totalRupiah, usedRupiah: limit.usedRupiah, remainingRupiah: limit.remainingRupiah },
    lockedUntil: lock ? lock.toISOString() : null,
    loans: loans.map(loanLine),
    figures,
    messages,
    standing,
    notes,
  };
}

interface Shown {
  label: string;
  value: string;
}

/** The full values of one masked field. Labels are codes that the screen has words for, or names that are data themselves. */
export async function unmasked(services: Services, borrowerId: string, field: MaskedField): Promise<Shown[]> {
  const { database } = services;
  const line = (label: string, value: string | undefined | null): Shown[] => (value ? [{ label, value }] : []);
  switch (field) {
    case "MOBILE_NUMBER":
      return line("MOBILE_NUMBER", await numberOf(services, database, borrowerId));
    case "NIK":
      return line("NIK", (await identityOf(services, database, borrowerId))?.nik);
    case "BIRTH": {
      const identity = await identityOf(services, database, borrowerId);
      return identity
        ? [
            ...line("BIRTH_DATE", identity.birthDate),
            ...line("BIRTH_PLACE", identity.birthPlace),
            ...line("SEX", identity.sex),
          ]
        : [];
    }
    case "ADDRESS": {
      const address = (await profileOf(services, database, borrowerId))?.address;
      if (!address) return [];
      return [
        ...line("STREET", `${address.street}, RT ${address.rt}/RW ${address.rw}`),
        ...line("AREA", [address.village, address.district, address.regency, address.province].join(", ")),
        ...line("POSTAL_CODE", address.postalCode),
      ];
    }
    case "EMPLOYER": {
      const company = (await profileOf(services, database, borrowerId))?.company;
      return company
        ? [
            ...line("COMPANY", company.name),
            ...line("COMPANY_ADDRESS", company.address),
            ...line("COMPANY_PHONE", company.phone),
          ]
        : [];
    }
    case "CONTACTS":
      return (await emergencyContactsOf(services, database, borrowerId)).map((contact) => ({
        label: `${contact.name} (${contact.relationship}, ${contact.consent})`,
        value: contact.mobileNumber,
      }));
    case "BANK_ACCOUNTS":
      return (await bankAccountsOf(services, database, borrowerId)).map((account) => ({
        label: account.bankName,
        value: `${account.accountNumber} ${account.accountName}`,
      }));
  }
}
