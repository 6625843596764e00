/** Profile: answers to the domain's calls, and what other domains may ask of it. */
import { bankAccountsOf, type BankAccount } from "#features/account/bank-account/server/index.ts";
import { hasIncomeEvidence } from "#features/account/document/server/index.ts";
import { verifiedEmailOf } from "#features/account/email/server/index.ts";
import { isIdentityComplete } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import type { Addressee } from "#features/platform/notice/server/index.ts";
import { answer, type Api } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { handedInByOne, type Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { CreditStatus } from "#shared/credit-status.ts";
import type { Zone } from "#shared/dates.ts";
import { getAreaDataList } from "../area-contract.ts";
import {
  getCreditStatus,
  getProfile,
  getReadiness,
  saveHome,
  savePersonal,
  saveProfileDraft,
  saveWork,
  type Home,
  type PersonalAnswers,
  type ReadinessPart,
  type WorkAnswers,
} from "../contract.ts";
import {
  addContact,
  answerContactConsent,
  askContactAgain,
  getContactConsent,
  listContacts,
  maxContacts,
  removeContact,
  type Contact,
} from "../contact-contract.ts";
import { areaByCode, listAreas } from "./area/areas.ts";
import { listContactRows, removeContactRow } from "./contact-store.ts";
import { addPerson, answerConsent, askAgain, consentOf } from "./contacts.ts";
import { homeOf } from "./home.ts";
import { answerOf, saveDraft, savePart } from "./parts.ts";
import { consentAsked } from "./notices.ts";
import { mothersNameAnswers } from "./mothers-name.ts";
import { optionalAnswers, optionalHolder } from "./optional.ts";
import { findProfile, findZone, type ProfileRow } from "./store.ts";
import { isIncomeConfirmed, statedIncomesOf } from "./stated-income.ts";
import { personalData } from "./personal-data.ts";

export { mothersNameForBureau } from "./mothers-name.ts";
export { optionalInformationOf } from "./optional.ts";
export { profileCompleted, profileSaved } from "./events.ts";
export {
  confirmingPpm,
  confirmsIncome,
  foreignDays,
  foreignRecordsOf,
  statedIncomesOf,
  takeOverIncome,
  type StatedIncome,
} from "./stated-income.ts";
export { areaByCode, areaPath, areaVersion, listAreas, zoneOfArea } from "./area/areas.ts";

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by the profile of the one domain that knows of loans: whether the borrower never had one, paid all off, or still owes. */
    creditStatus?(reader: Reader, borrowerId: string): Promise<CreditStatus>;
  }
}

/** A whole profile. Amounts are whole rupiah, `workingMonths` full months, `salaryDay` a day of the month. */
export interface Profile extends PersonalAnswers, Omit<WorkAnswers, "companyName" | "companyAddress" | "companyPhone"> {
  address: Home;
  company: { name: string; address: string; phone: string };
}

/** The borrower's profile; null until every part was filled in once. */
export async function profileOf(services: Services, trx: Reader, borrowerId: string): Promise<Profile | null> {
  return wholeProfile(await findProfile(services, trx, borrowerId));
}

function wholeProfile({ answers }: ProfileRow): Profile | null {
  if (!answers.personal || !answers.home || !answers.work) return null;
  const { companyName, companyAddress, companyPhone, ...work } = answers.work;
  const address = homeOf(answers.home);
  if (!address) return null;
  return {
    ...answers.personal,
    ...work,
    address,
    company: { name: companyName, address: companyAddress, phone: companyPhone },
  };
}

/** The borrower's own time zone, by the area of residence; WIB before one is known (product decisions 1). */
export async function zoneOf(trx: Reader, borrowerId: string): Promise<Zone> {
  return (await findZone(trx, borrowerId)) ?? "WIB";
}

/** Emergency contacts in the order in which they were given. Only one with consent GIVEN may be called, and never to be dunned. */
export async function contactsOf(services: Services, trx: Reader, borrowerId: string): Promise<Contact[]> {
  const rows = await listContactRows(services, trx, borrowerId);
  return rows.map(({ id, name, mobileNumber, relationship, consent }) => ({
    id,
    name,
    mobileNumber,
    relationship,
    consent,
  }));
}

export interface Applicant {
  /** What is missing before an application may be submitted; drafting one is always possible (product decisions 4). */
  missing: ReadinessPart[];
  profile: Profile | null;
  /** In use, the main one first. */
  accounts: BankAccount[];
}

/** Who would apply, and with what: all that readiness is judged by. */
export async function applicantOf(services: Services, trx: Reader, borrowerId: string): Promise<Applicant> {
  // Side by side; a transaction asks them in turn.
  const [identityComplete, found, incomeEvidence, stated, accounts] = await Promise.all([
    isIdentityComplete(trx, borrowerId),
    findProfile(services, trx, borrowerId),
    hasIncomeEvidence(trx, borrowerId),
    // What a register or a bank states of the income stands for a document of it. // Spec account 7
    statedIncomesOf(services, trx, borrowerId),
    bankAccountsOf(services, trx, borrowerId),
  ]);
  const profile = wholeProfile(found);
  const missing: ReadinessPart[] = [];
  if (!identityComplete) missing.push("IDENTITY");
  if (!profile) missing.push("PROFILE");
  // Their consent is asked for and does not hold up the borrower.
  if (found.contactCount === 0) missing.push("CONTACTS");
  const isStated = profile !== null && isIncomeConfirmed(stated, profile.monthlyIncomeRupiah);
  if (!incomeEvidence && !isStated) missing.push("INCOME_EVIDENCE");
  if (!accounts.some((account) => account.isMain)) missing.push("BANK_ACCOUNT");
  return { missing, profile, accounts };
}

/** What is missing before an application may be submitted. */
export async function readiness(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<{ complete: boolean; missing: ReadinessPart[] }> {
  const { missing } = await applicantOf(services, trx, borrowerId);
  return { complete: missing.length === 0, missing };
}

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getAreaDataList,
  )(async ({ parentCode }, { refuse }) => ({ items: listAreas(parentCode) ?? refuse("AREA_UNKNOWN") }));

  answer(api, getProfile)((_input, { database, borrowerId }) => answerOf(services, database, borrowerId));
  answer(api, savePersonal)((personal, { borrowerId }) => savePart(services, borrowerId, { personal }));
  answer(
    api,
    saveHome,
  )(async (home, { borrowerId, refuse }) => {
    if (areaByCode(home.villageCode)?.level !== "VILLAGE") refuse("AREA_UNKNOWN");
    return savePart(services, borrowerId, { home });
  });
  answer(api, saveWork)((work, { borrowerId }) => savePart(services, borrowerId, { work }));
  answer(
    api,
    saveProfileDraft,
  )(async ({ part, typed }, { borrowerId }) => {
    await saveDraft(services, borrowerId, part, typed);
    return { kept: true };
  });
  answer(
    api,
    getCreditStatus,
  )(async (_input, { database, borrowerId }) => ({
    creditStatus: await handedInByOne(services.domains, "creditStatus")(database, borrowerId),
  }));
  answer(api, getReadiness)((_input, { database, borrowerId }) => readiness(services, database, borrowerId));
  contactAnswers(api);
  optionalAnswers(api);
  mothersNameAnswers(api);
}

function contactAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listContacts,
  )(async (_input, { database, borrowerId }) => ({
    items: await contactsOf(services, database, borrowerId),
    most: maxContacts,
  }));
  answer(
    api,
    addContact,
  )((person, { borrowerId, caller }) => addPerson(services, borrowerId, person, { brandId: caller.brand.id }));
  answer(
    api,
    removeContact,
  )(({ contactId }, { borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      if (!(await removeContactRow(trx, borrowerId, contactId))) refuse("CONTACT_UNKNOWN");
      return { removed: true };
    }),
  );
  answer(
    api,
    askContactAgain,
  )(async ({ contactId }, { borrowerId, caller }) => {
    await askAgain(services, borrowerId, contactId, { brandId: caller.brand.id });
    return { asked: true };
  });
  answer(
    api,
    getContactConsent,
  )(async (_input, { principal }) => {
    const { name, borrowerName, relationship, consent } = await consentOf(services, principal.link.subject);
    return { contactName: name, borrowerName, relationship, consent };
  });
  answer(
    api,
    answerContactConsent,
  )(async ({ answer: consent }, { principal }) => ({
    consent: await answerConsent(services, principal.link.subject, consent),
  }));
}

/** How a borrower is reached now; null where the account is gone. */
async function addressee(services: Services, reader: Reader, borrowerId: string): Promise<Addressee | null> {
  const contact = await borrowerContact(services, reader, borrowerId);
  if (!contact) return null;
  const email = await verifiedEmailOf(services, reader, borrowerId);
  return { ...contact, email, zone: await zoneOf(reader, borrowerId) };
}

export const domain: Domain = {
  personalData,
  answers,
  addressee,
  notices: [consentAsked],
  consentHolders: [optionalHolder],
};
