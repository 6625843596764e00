/** Profile: answers to the domain's calls, and functions for other domains. */
import { bankAccountsOf, type BorrowerBankAccount } from "#features/account/bank-account/server/index.ts";
import { hasIncomeEvidence } from "#features/account/document/server/index.ts";
import { verifiedEmailOf } from "#features/account/email/server/index.ts";
import { identityOf, identityVerified, isIdentityComplete } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { type Addressee, addresseeOf, noticeKinds } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
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
  type HomeAddress,
  type OpenLoan,
  type PersonalAnswers,
  type ProfilePart,
  type ReadinessPart,
  type WorkAnswers,
} from "../contract.ts";
import {
  addContact,
  answerContactConsent,
  askContactAgain,
  getContactConsent,
  listEmergencyContacts,
  maxContacts,
  removeContact,
  type EmergencyContactAnswer,
} from "../contact-contract.ts";
import { areaByCode, listAreas } from "./area/areas.ts";
import { listContactRows, removeContactRow } from "./contact-store.ts";
import {
  addPerson,
  answerConsent,
  resendConsentRequest,
  askAllFirst,
  askingOf,
  askingSweep,
  consentOf,
} from "./contacts.ts";
import { homeAddressOf } from "./home.ts";
import { profileAnswerOf, missingParts, storeProfileDraft, savePart } from "./parts.ts";
import { consentRequestNotice } from "./notices.ts";
import { mothersNameAnswers } from "./mothers-name.ts";
import { optionalInformationAnswers, optionalHolder } from "./optional.ts";
import { answersOfEach, findProfile, findZone, type ProfileRow } from "./store.ts";
import { isIncomeConfirmed, statedIncomesOf } from "./stated-income.ts";
import { personalData } from "./personal-data.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { consentHolders } from "#features/account/privacy/server/index.ts";
import { defineQuestion } from "#server/questions.ts";
import { creditStatus } from "#server/account-questions.ts";

export { incomeStatements, foreignRecords } from "./stated-income.ts";

export { addPerson } from "./contacts.ts";
export { savePart } from "./parts.ts";
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

/** Asked by the profile of the same domain: the application or loan that is open; null where none is. */
export const loanUnderWay = defineQuestion<(reader: Reader, borrowerId: string) => Promise<OpenLoan | null>>(
  "loan-under-way",
  "ONE",
);

/** A whole profile. Amounts are whole rupiah, `workingMonths` full months, `salaryDay` a day of the month. */
export interface Profile extends PersonalAnswers, Omit<WorkAnswers, "companyName" | "companyAddress" | "companyPhone"> {
  address: HomeAddress;
  /** Work and income came by a link without a login: it is not proven whose they are. */
  isIncomeByLink: boolean;
  company: { name: string; address: string; phone: string };
}

/** The borrower's profile; null until every part was filled in once. */
export async function profileOf(services: Services, trx: Reader, borrowerId: string): Promise<Profile | null> {
  return wholeProfile(await findProfile(services, trx, borrowerId));
}

/** The monthly income (rupiah) of those of these borrowers whose profile is whole. */
export async function incomesOfEach(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<Map<string, number>> {
  const answers = await answersOfEach(services, reader, borrowerIds);
  return new Map(
    [...answers].flatMap(([id, given]) => {
      const profile = wholeProfile({ answers: given, isIncomeByLink: false });
      return profile ? [[id, profile.monthlyIncomeRupiah] as const] : [];
    }),
  );
}

function wholeProfile({ answers, isIncomeByLink }: Pick<ProfileRow, "answers" | "isIncomeByLink">): Profile | null {
  if (!answers.personal || !answers.home || !answers.work) return null;
  const { companyName, companyAddress, companyPhone, ...work } = answers.work;
  const address = homeAddressOf(answers.home);
  if (!address) return null;
  return {
    ...answers.personal,
    ...work,
    address,
    isIncomeByLink,
    company: { name: companyName, address: companyAddress, phone: companyPhone },
  };
}

/** The parts of the profile that were never filled in. */
export async function profilePartsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ missing: ProfilePart[] }> {
  return { missing: missingParts((await findProfile(services, reader, borrowerId)).answers) };
}

/** Whether an area's code names a village. */
export const isVillage = (code: string): boolean => areaByCode(code)?.level === "VILLAGE";

/** The borrower's own time zone, by the area of residence; WIB before one is known (product decisions 1). */
export async function zoneOf(trx: Reader, borrowerId: string): Promise<Zone> {
  return (await findZone(trx, borrowerId)) ?? "WIB";
}

/** Emergency contacts in the order of entry. Only one with consent GIVEN may be called, and never for collection. */
const isVerifiedNow = async (services: Services, reader: Reader, borrowerId: string): Promise<boolean> =>
  (await identityOf(services, reader, borrowerId))?.faceVerified === true;

export async function emergencyContactsOf(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<EmergencyContactAnswer[]> {
  const rows = await listContactRows(services, trx, borrowerId);
  const isVerified = rows.length > 0 && (await isVerifiedNow(services, trx, borrowerId));
  return rows.map((row) => {
    const { id, name, mobileNumber, relationship, consent } = row;
    return { id, name, mobileNumber, relationship, consent, asking: askingOf(row, isVerified) };
  });
}

export interface Applicant {
  /** Parts missing before an application may be submitted; drafting one is always possible (product decisions 4). */
  missing: ReadinessPart[];
  profile: Profile | null;
  /** Active ones, the main one first. */
  accounts: BorrowerBankAccount[];
}

/** The applicant's data: everything that readiness depends on. */
export async function applicantOf(services: Services, trx: Reader, borrowerId: string): Promise<Applicant> {
  // Side by side; a transaction asks them in turn.
  const [identityComplete, found, incomeEvidence, stated, accounts] = await Promise.all([
    isIdentityComplete(trx, borrowerId),
    findProfile(services, trx, borrowerId),
    hasIncomeEvidence(trx, borrowerId),
    // A statement of income from a register or bank replaces a document. // Spec account 7
    statedIncomesOf(services, trx, borrowerId),
    bankAccountsOf(services, trx, borrowerId),
  ]);
  const profile = wholeProfile(found);
  const missing: ReadinessPart[] = [];
  if (!identityComplete) missing.push("IDENTITY");
  if (!profile) missing.push("PROFILE");
  // Contacts' consent is requested, but the borrower need not wait for it.
  if (found.contactCount === 0) missing.push("CONTACTS");
  const isStated = profile !== null && isIncomeConfirmed(stated, profile.monthlyIncomeRupiah);
  if (!incomeEvidence && !isStated) missing.push("INCOME_EVIDENCE");
  if (!accounts.some((account) => account.isMain)) missing.push("BANK_ACCOUNT");
  return { missing, profile, accounts };
}

/** The parts missing before an application may be submitted. */
export async function readiness(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<{ complete: boolean; missing: ReadinessPart[] }> {
  const { missing } = await applicantOf(services, trx, borrowerId);
  return { complete: missing.length === 0, missing };
}

const answers: readonly CallAnswer[] = [
  answer(getAreaDataList, async ({ parentCode }, { refuse }) => ({
    items: listAreas(parentCode) ?? refuse("AREA_UNKNOWN"),
  })),
  answer(getProfile, (_input, { services, database, borrowerId }) => profileAnswerOf(services, database, borrowerId)),
  answer(savePersonal, (personal, { services, borrowerId }) => savePart(services, borrowerId, { personal })),
  answer(saveHome, async (home, { services, borrowerId, refuse }) => {
    if (!isVillage(home.villageCode)) refuse("AREA_UNKNOWN");
    return savePart(services, borrowerId, { home });
  }),
  answer(saveWork, (work, { services, borrowerId }) => savePart(services, borrowerId, { work })),
  answer(saveProfileDraft, async ({ part, typed }, { services, borrowerId }) => {
    await storeProfileDraft(services, borrowerId, part, typed);
    return { kept: true };
  }),
  answer(getCreditStatus, async (_input, { services, database, borrowerId }) => ({
    creditStatus: await services.ask(creditStatus)(database, borrowerId),
  })),
  answer(getReadiness, async (_input, { services, database, borrowerId }) => {
    const [ready, openLoan] = await Promise.all([
      readiness(services, database, borrowerId),
      services.ask(loanUnderWay)(database, borrowerId),
    ]);
    return { ...ready, openLoan };
  }),
  answer(listEmergencyContacts, async (_input, { services, database, borrowerId }) => ({
    items: await emergencyContactsOf(services, database, borrowerId),
    max: maxContacts,
    asksAfterIdentity: !(await isVerifiedNow(services, database, borrowerId)),
  })),
  answer(addContact, (person, { services, borrowerId }) => addPerson(services, borrowerId, person)),
  answer(removeContact, ({ contactId }, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      if (!(await removeContactRow(trx, borrowerId, contactId))) refuse("CONTACT_UNKNOWN");
      return { removed: true };
    }),
  ),
  answer(askContactAgain, async ({ contactId }, { services, borrowerId }) => {
    await resendConsentRequest(services, borrowerId, contactId);
    return { asked: true };
  }),
  answer(getContactConsent, async (_input, { services, principal }) => {
    const { name, borrowerName, relationship, consent } = await consentOf(services, principal.link.subject);
    return { contactName: name, borrowerName, relationship, consent };
  }),
  answer(answerContactConsent, async ({ answer: consent }, { services, principal }) => ({
    consent: await answerConsent(services, principal.link.subject, consent),
  })),
  ...optionalInformationAnswers,
  ...mothersNameAnswers,
];

/** The borrower's current number and address; null when the account is gone. */
async function addressee(services: Services, reader: Reader, borrowerId: string): Promise<Addressee | null> {
  const contact = await borrowerContact(services, reader, borrowerId);
  if (!contact) return null;
  const email = await verifiedEmailOf(services, reader, borrowerId);
  return { ...contact, email, zone: await zoneOf(reader, borrowerId) };
}

export const domain: Domain = {
  answers,
  work: ({ sweeps }) => sweeps.add(askingSweep),
  subscribes: [
    after(identityVerified, "profile-contacts-asked", (services, _trx, { borrowerId }) =>
      askAllFirst(services, borrowerId),
    ),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    addresseeOf.by(addressee),
    noticeKinds.by([consentRequestNotice]),
    consentHolders.by([optionalHolder]),
  ],
};
