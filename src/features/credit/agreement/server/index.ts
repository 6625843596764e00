/** Agreements: answers to the domain's calls, and functions for other domains. */
import { sql } from "kysely";
import { absorbedBy } from "#features/account/account-merge/server/index.ts";
import { maxMovedHours, codeRefusals } from "#features/account/verification/server/index.ts";
import { findLoanOfPerson, moveSignDeadline } from "#features/credit/loan/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  acceptAgreement,
  loanDocumentKinds,
  getAgreement,
  listProtocols,
  signAgreement,
  type DocumentState,
  type LoanDocument,
} from "../contract.ts";
import {
  compareFile,
  getAgreementDocument,
  getDocumentFile,
  getDocumentPage,
  getDocumentText,
  getExampleDocument,
  getLinkedDocument,
  getLinkedDocumentFile,
  getLinkedDocumentPage,
  getLinkedDocumentText,
  listLoanDocuments,
  makeDocumentLink,
  verifyDocument,
} from "../document-contract.ts";
import { agreementAnswerOf } from "./agreement-answer.ts";
import { certificateSubscriptions, certificateWork } from "./certificate.ts";
import { statementSubscriptions, statementWork } from "./merge-statement.ts";
import { exampleDocumentOf } from "./example.ts";
import { sweepExpired } from "./expiry.ts";
import { sealDocument } from "./jobs.ts";
import { documentLifecycle } from "./lifecycle.ts";
import { protocolsOf, protocolsOfRegistration } from "./protocols.ts";
import { documentDetailOf, documentFile, documentLink, documentPage, documentShown, documentText } from "./reading.ts";
import { runSealing, sweepUnsealed } from "./sealing.ts";
import { storeAgreementAcceptance, signLoanAgreement } from "./signing.ts";
import { loanDocumentsOf, findLoanDocument, isAgreement, locateDocument, type LoanDocumentRow } from "./store.ts";
import { compareDocument, verifiedDocumentOf } from "./verifying.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { consoleWords } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { objectColumns } from "#server/media/stored-objects.ts";

export { repeatLoanAllowed } from "./repeat-loan.ts";
export { payoffLetter, withdrawPayoffLetter } from "./letter.ts";
export type { PayoffFacts } from "./document/index.ts";
export { expireOffer as expireUnsigned } from "./expiry.ts";
export { issuerOf } from "./issuer.ts";
export { showAgreement, type Subject } from "./showing.ts";
export { acceptPapers, signPapers, type Proof } from "./signing.ts";
export { findSigningConsent } from "./store.ts";
export type { RestructureFacts } from "./document/index.ts";

const answers: readonly CallAnswer[] = [
  answer(getAgreement, async ({ loanId }, { services, database, borrowerId, caller, language }) => {
    return agreementAnswerOf(services, database, { borrowerId, loanId, brand: caller.brand, language });
  }),
  answer(acceptAgreement, async ({ loanId, hash }, { services, borrowerId, caller }) => {
    const { documentId, acceptedAt } = await storeAgreementAcceptance(services, { borrowerId, loanId, hash, caller });
    return { documentId, acceptedAt: acceptedAt.toISOString() };
  }),
  answer(
    signAgreement,
    async ({ loanId, hash, verificationId, code }, { services, borrowerId, caller, principal, trx, refuse }) => {
      const sessionId = principal.session.id ?? refuse("VERIFICATION_NEEDED");
      const { documentId, signedAt } = await signLoanAgreement(services, trx, {
        borrowerId,
        loanId,
        hash,
        caller,
        sessionId,
        verificationId,
        code,
      });
      return { loanId, documentId, signedAt: signedAt.toISOString() };
    },
  ),
  answer(getAgreementDocument, async ({ documentId }, { services, borrowerId }) =>
    documentDetailOf(services, await own(services, borrowerId, documentId), `/api/agreement/document/${documentId}`),
  ),
  answer(getDocumentText, async ({ documentId }, { services, borrowerId }) =>
    documentText(services, await own(services, borrowerId, documentId)),
  ),
  answer(getDocumentPage, async ({ documentId, page, width }, { services, borrowerId }) =>
    documentPage(services, await own(services, borrowerId, documentId), page, width),
  ),
  answer(getDocumentFile, async ({ documentId }, { services, borrowerId }) =>
    documentFile(services, await own(services, borrowerId, documentId)),
  ),
  answer(makeDocumentLink, async ({ documentId }, { services, borrowerId }) => {
    const { url, expiresAt } = documentLink(services, await own(services, borrowerId, documentId));
    return { url, expiresAt: expiresAt.toISOString() };
  }),
  /** The same by a signed link: it shows the one document that it was made for. */
  answer(getLinkedDocument, async ({ documentId }, { services, principal }) =>
    documentDetailOf(
      services,
      await linked(services, principal.link.subject, documentId),
      `/api/document-link/${documentId}`,
    ),
  ),
  answer(getLinkedDocumentText, async ({ documentId }, { services, principal }) =>
    documentText(services, await linked(services, principal.link.subject, documentId)),
  ),
  answer(getLinkedDocumentPage, async ({ documentId, page, width }, { services, principal }) =>
    documentPage(services, await linked(services, principal.link.subject, documentId), page, width),
  ),
  answer(getLinkedDocumentFile, async ({ documentId }, { services, principal }) =>
    documentFile(services, await linked(services, principal.link.subject, documentId)),
  ),
  answer(listLoanDocuments, async ({ loanId }, { borrowerId, database }) => {
    const holderId = (await findLoanOfPerson(database, borrowerId, loanId))?.borrowerId ?? borrowerId;
    return { items: await documentsOfLoan(database, holderId, loanId) };
  }),
  answer(listProtocols, async (_input, { services, borrowerId }) => {
    const [items, registration] = await Promise.all([
      protocolsOf(services, borrowerId),
      protocolsOfRegistration(services, borrowerId),
    ]);
    return { items, registration };
  }),
  answer(getExampleDocument, async ({ kind }, { services, caller, language }) =>
    exampleDocumentOf(services, kind, caller.brand, language),
  ),
  answer(verifyDocument, async ({ documentId }, { services }) => verifiedDocumentOf(services, documentId)),
  answer(compareFile, async ({ documentId, file }, { services }) =>
    compareDocument(services, documentId, new Uint8Array(await file.arrayBuffer())),
  ),
];

/** A document of a borrower. @throws Refusal AGREEMENT_NOT_FOUND */
async function own({ database }: Services, borrowerId: string, documentId: string): Promise<LoanDocumentRow> {
  const row = await findLoanDocument(database, borrowerId, documentId);
  if (row) return row;
  // Documents of an account that was merged into this one stay with it, and are read from here.
  for (const absorbedId of await absorbedBy(database, borrowerId)) {
    const paper = await findLoanDocument(database, absorbedId, documentId);
    if (paper) return paper;
  }
  throw new Refusal("AGREEMENT_NOT_FOUND");
}

/** The document that a signed link was made for. @throws Refusal LINK_INVALID for any other */
async function linked(
  { database }: Services,
  subject: string | undefined,
  documentId: string,
): Promise<LoanDocumentRow> {
  const row = subject === documentId ? await locateDocument(database, documentId) : null;
  if (!row) throw new Refusal("LINK_INVALID");
  return row;
}

function work(services: Services): void {
  certificateWork(services);
  statementWork(services);
  services.jobs.handle(sealDocument, ({ borrowerId, documentId }) => runSealing(services, borrowerId, documentId));
  services.sweeps.add({
    name: "agreement-expiry",
    everySeconds: 5,
    waits: {
      text: { id: "Batas waktu tanda tangan", en: "Deadlines for signing", zh: "签署期限" },
      rows: [{ table: "loan", at: "signDeadline", where: sql<boolean>`state = 'APPROVED' and paused_at is null` }],
    },
    run: sweepExpired,
  });
  services.sweeps.add({
    name: "agreement-unsealed",
    everySeconds: 30,
    waits: {
      text: { id: "Perjanjian yang belum tersegel", en: "Agreements to be sealed", zh: "待封存的合同" },
      rows: [{ table: "agreement_document", at: "sealDueAt", where: sql<boolean>`state = 'SIGNING'` }],
    },
    run: sweepUnsealed,
  });
}

export interface Agreement {
  documentId: string;
  /** SIGNING: the borrower signed, the electronic signature is on its way. SIGNED: sealed; only then is money paid out. */
  state: Extract<DocumentState, "SIGNING" | "SIGNED">;
  language: Language;
  title: string;
  version: string;
  /** SHA-256 of the document that the borrower saw. */
  shownHash: string;
  shownAt: Date;
  /** SHA-256 of the sealed file, null while it is being sealed. */
  sealedHash: string | null;
  sealedAt: Date | null;
}

/** The signed agreement of a loan; null before the borrower signed. */
export async function agreementOf(reader: Reader, borrowerId: string, loanId: string): Promise<Agreement | null> {
  const rows = await loanDocumentsOf(reader, borrowerId, loanId, { states: ["SIGNING", "SIGNED"] });
  const row = rows.find(({ kind }) => isAgreement(kind));
  if (!row?.shown) return null;
  return {
    documentId: row.id,
    state: row.state as Agreement["state"],
    language: row.language,
    title: row.title,
    version: row.version,
    shownHash: row.shown.hash,
    shownAt: row.shownAt,
    sealedHash: row.sealed?.hash ?? null,
    sealedAt: row.sealedAt,
  };
}

/** Documents that the borrower accepted, signed or received for a loan: the agreement first, the letter last. */
export async function documentsOfLoan(reader: Reader, borrowerId: string, loanId: string): Promise<LoanDocument[]> {
  const rows = await loanDocumentsOf(reader, borrowerId, loanId, { states: ["ACCEPTED", "SIGNING", "SIGNED"] });
  return rows.map(documentShown).sort((a, b) => loanDocumentKinds.indexOf(a.kind) - loanDocumentKinds.indexOf(b.kind));
}

export const domain: Domain = {
  answers,
  work,
  subscribes: [...certificateSubscriptions, ...statementSubscriptions],
  answersTo: [
    personalDataHeld.by(personalData),
    consoleWords.by(words),
    codeRefusals.by(async ({ clock }, trx, { borrowerId, purpose, notBefore }) => {
      if (purpose !== "STEP_UP_SIGN" || borrowerId === null) return;
      await moveSignDeadline(trx, borrowerId, { notBefore, now: clock.now(), maxSeconds: maxMovedHours * 3_600 });
    }),
    lifecycles.by([documentLifecycle]),
    objectColumns.by([{ table: "agreement_document", columns: ["shownKey", "sealedKey", "textKey"] }]),
  ],
};
