/** Staff's view of a borrower, their actions, and the digest of due work. */
import { consoleWords } from "#server/console/console-words.ts";
import { borrowerFilterTexts as filterCodes } from "../texts.ts";
import { socialAccountsOf } from "#features/account/social-account/server/index.ts";
import { killFillLink } from "#features/credit/fill-in/server/index.ts";
import { answer, Binary, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { optionalInformationOf } from "#features/account/profile/server/index.ts";
import {
  competitorsOf,
  borrowerDocumentsOf,
  otherTextOf,
  readCompetitorPhoto,
  readDocument,
} from "#features/account/document/server/index.ts";
import { identityPhotoKinds } from "#features/account/identity/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import {
  blockCause,
  borrowerStatus,
  isFrozenHeld,
  setBorrowerStatus,
  unlockBorrower,
} from "#features/account/login/server/index.ts";
import {
  addBorrowerNote,
  blockBorrower,
  getBorrowerDocument,
  getBorrowerPage,
  getBorrowerPhoto,
  getBorrowerTimeline,
  listBorrowerDocuments,
  searchBorrower,
  unlockBorrowerCall,
  unmaskBorrower,
} from "../staff-contract.ts";
import { comparedOf } from "./compared.ts";
import { borrowerPageOf, unmasked } from "./borrower.ts";
import { getBorrowerHead } from "../head-contract.ts";
import { getStaffLoan, getStaffPayment } from "../loan-contract.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import type { Language } from "#shared/texts.ts";
import { unitingReads } from "#server/call/request-reads.ts";
import { digestWork } from "./digest.ts";
import { borrowerTabs, borrowerHeadOf } from "./head.ts";
import { borrowerListAnswers } from "./borrower-list.ts";
import { loanListAnswers } from "./loan-list.ts";
import { staffLoanOf, staffReceiptOf, type StaffView } from "./loan.ts";
import { addNote } from "./note-store.ts";
import { searchConsole } from "./search.ts";
import { borrowerTimelineOf } from "./timeline.ts";
import { personalData } from "./personal-data.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { borrowerPages } from "#server/console/questions.ts";

const answers: readonly CallAnswer[] = [
  ...borrowerListAnswers,
  ...loanListAnswers,
  answer(getBorrowerHead, async (about, { services, database, principal, language }) => {
    const viewer = { roles: principal.staff.roles, language };
    const head = await unitingReads(() => borrowerHeadOf(services, database, about, viewer));
    if (head) principal.trail?.note({ borrowerId: head.borrowerId });
    return { head };
  }),
  answer(searchBorrower, async ({ identifier }, { services, principal, refuse }) => {
    const result = (await searchConsole(services, identifier, principal.staff.roles)) ?? refuse("IDENTIFIER_UNKNOWN");
    principal.trail?.note({ facts: { kind: result.kind, found: result.found.length } });
    const [first] = result.found;
    if (!first) return refuse("BORROWER_NOT_FOUND");
    if (first.borrowerId !== null) principal.trail?.note({ borrowerId: first.borrowerId });
    return { kind: result.kind, found: [...result.found] };
  }),
  answer(
    getBorrowerPage,
    async ({ borrowerId }, { services, language, refuse }) =>
      (await unitingReads(() => borrowerPageOf(services, borrowerId, language))) ?? refuse("BORROWER_NOT_FOUND"),
  ),
  answer(getBorrowerTimeline, async ({ borrowerId, kind, cursor }, { services, language }) => {
    await knownStatus(services, borrowerId);
    return borrowerTimelineOf(services, borrowerId, {
      kind: kind || undefined,
      before: cursor ? new Date(cursor) : undefined,
      language,
    });
  }),
  answer(unmaskBorrower, async ({ borrowerId, fields }, { services, principal }) => {
    await knownStatus(services, borrowerId);
    principal.trail?.note({ facts: { fields: [...new Set(fields)].join(" ") } });
    return {
      shown: await Promise.all(
        [...new Set(fields)].map(async (field) => ({ field, values: await unmasked(services, borrowerId, field) })),
      ),
    };
  }),
  /** Staff actions on a borrower. */
  answer(unlockBorrowerCall, async ({ borrowerId }, { services, database, principal, refuse }) => {
    const status = await knownStatus(services, borrowerId);
    if ((await blockCause(database, borrowerId)) !== null) refuse("ACCOUNT_CONTESTED");
    const done = await transact(services.database, async (trx) => ({
      locksOpened: await unlockBorrower(services, trx, borrowerId),
      // Frozen a moment ago: the owner's freeze stays.
      unblocked:
        status === "BLOCKED" &&
        !(await isFrozenHeld(trx, borrowerId)) &&
        (await setBorrowerStatus(services, trx, borrowerId, "ACTIVE")),
    }));
    principal.trail?.note({ facts: done });
    return done;
  }),
  answer(blockBorrower, async ({ borrowerId }, { services }) => {
    const status = await knownStatus(services, borrowerId);
    const blocked =
      status === "ACTIVE" &&
      (await transact(services.database, async (trx) => {
        await killFillLink(services, trx, borrowerId, "ACCOUNT_BLOCKED");
        return setBorrowerStatus(services, trx, borrowerId, "BLOCKED");
      }));
    return { blocked };
  }),
  answer(addBorrowerNote, async ({ borrowerId, text }, { services, principal }) => {
    await knownStatus(services, borrowerId);
    const { staffId, name } = principal.staff;
    return {
      id: await transact(services.database, (trx) =>
        addNote(services, trx, { borrowerId, staffId, staffName: name, text }),
      ),
    };
  }),
  answer(listBorrowerDocuments, async ({ borrowerId }, { services, database }) => {
    const [, photos, kinds, { items, photos: screenshots }, optional, otherText, socialAccounts, compared] =
      await Promise.all([
        knownStatus(services, borrowerId),
        Promise.all(
          identityPhotoKinds.map(async (kind) => ({
            kind,
            photo: await readIdentityPhoto(services, database, borrowerId, kind),
          })),
        ),
        borrowerDocumentsOf(database, borrowerId),
        competitorsOf(services, database, borrowerId),
        optionalInformationOf(services, database, borrowerId),
        otherTextOf(services, database, borrowerId),
        socialAccountsOf(services, database, borrowerId),
        comparedOf(services, borrowerId),
      ]);
    return {
      ...compared,
      identity: photos.flatMap(({ kind, photo }) => (photo ? [kind] : [])),
      kinds: kinds.map(({ kind, ids, uploadedAt }) => ({ kind, ids, uploadedAt: uploadedAt.toISOString() })),
      optional,
      otherText,
      socialAccounts,
      competitors: items.map(({ lender, limitRupiah, toldAt }) => ({
        lender,
        limitRupiah,
        toldAt: toldAt.toISOString(),
      })),
      screenshots: screenshots.map(({ id, uploadedAt }) => ({ id, uploadedAt: uploadedAt.toISOString() })),
    };
  }),
  answer(getBorrowerDocument, async ({ borrowerId, documentId }, { services, database, principal, refuse }) => {
    const [, found] = await Promise.all([
      knownStatus(services, borrowerId),
      readDocument(services, database, borrowerId, documentId),
    ]);
    if (found) {
      principal.trail?.note({ facts: { kind: found.kind } });
      return attached(found.bytes, found.contentType, found.fileName);
    }
    const screenshot =
      (await readCompetitorPhoto(services, database, borrowerId, documentId)) ?? refuse("DOCUMENT_NOT_FOUND");
    principal.trail?.note({ facts: { kind: "COMPETITORS" } });
    return attached(screenshot.bytes, screenshot.contentType, "screenshot.jpg");
  }),
  answer(getBorrowerPhoto, async ({ borrowerId, kind }, { services, database, refuse }) => {
    await knownStatus(services, borrowerId);
    const photo = (await readIdentityPhoto(services, database, borrowerId, kind)) ?? refuse("DOCUMENT_NOT_FOUND");
    return attached(photo.bytes, photo.contentType, `${kind.toLowerCase()}.jpg`);
  }),
  answer(getStaffLoan, async ({ loanId, asOf }, { services, principal, language, refuse }) => {
    const found = (await staffLoanOf(services, loanId, asOf, viewOf(principal, language))) ?? refuse("LOAN_NOT_FOUND");
    if (found === "DATE_RANGE") return refuse("DATE_RANGE");
    principal.trail?.note({ borrowerId: found.borrowerId, facts: { loan: found.loanNumber } });
    return found;
  }),
  answer(getStaffPayment, async ({ receiptId }, { services, principal, language, refuse }) => {
    const found =
      (await staffReceiptOf(services, receiptId, viewOf(principal, language))) ?? refuse("PAYMENT_NOT_FOUND");
    principal.trail?.note({
      ...(found.borrowerId === null ? {} : { borrowerId: found.borrowerId }),
      facts: { receipt: receiptId },
    });
    return found;
  }),
];

async function knownStatus(services: Services, borrowerId: string) {
  const status = await borrowerStatus(services.database, borrowerId);
  if (status === null) throw new Refusal("BORROWER_NOT_FOUND");
  return status;
}

/** Pictures are attachments: a browser shows them inside our pages only. // Security rules 18 */
const attached = (bytes: Uint8Array, contentType: string, name: string) =>
  new Binary(bytes, contentType, { "Content-Disposition": `attachment; filename="${name}"` });

const viewOf = (principal: StaffPrincipal, language: Language): StaffView => ({
  mayReadMoney: mayStaff(principal.staff.roles, "money.read"),
  language,
});

export const domain: Domain = {
  answers,
  work: digestWork,
  answersTo: [
    personalDataHeld.by(personalData),
    borrowerPages.by(borrowerTabs),
    consoleWords.by({ codes: filterCodes }),
  ],
};
