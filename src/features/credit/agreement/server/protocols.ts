/** Every text that a borrower accepted, with version and time. */
import type { Services } from "#server/services.ts";
import { verificationChannels } from "#shared/fields/verification.ts";
import { agreementTexts } from "#features/account/login/contract.ts";
import { agreementsOf } from "#features/account/login/server/index.ts";
import { listLoans } from "#features/credit/loan/server/index.ts";
import { loanDocumentKinds, type AcceptedProtocol, type RegisteredProtocol } from "../contract.ts";
import { acceptedDocuments, findSigning, isAgreement, type LoanDocumentRow } from "./store.ts";

/** Newest first; the last hundred loans' worth of documents is more than anybody reads. */
export async function protocolsOf(services: Services, borrowerId: string): Promise<AcceptedProtocol[]> {
  const { database } = services;
  const [listed, documents] = await Promise.all([
    listLoans(database, borrowerId, undefined, 100),
    acceptedDocuments(database, borrowerId, 500),
  ]);
  const loans = new Map(listed.map((loan) => [loan.id, loan]));
  const shown = async (row: LoanDocumentRow): Promise<AcceptedProtocol[]> => {
    const loan = loans.get(row.loanId);
    if (!loan?.signedAt || row.kind === "paid-off-letter") return [];
    const signing = isAgreement(row.kind) ? await findSigning(database, borrowerId, row.loanId) : null;
    const protocol = {
      documentId: row.id,
      kind: row.kind,
      title: row.title,
      version: row.version,
      language: row.language,
      loanNumber: loan.number,
      acceptedAt: loan.signedAt.toISOString(),
      channel: verificationChannels.find((channel) => channel === signing?.otpChannel) ?? null,
      viewPath: `/webview/pdf-view?document=${row.id}` as const,
    };
    return [protocol];
  };
  const items = (await Promise.all(documents.map(shown))).flat();
  // Among documents of one signature the agreement comes first.
  return items.sort((a, b) =>
    a.acceptedAt === b.acceptedAt
      ? loanDocumentKinds.indexOf(a.kind) - loanDocumentKinds.indexOf(b.kind)
      : a.acceptedAt < b.acceptedAt
        ? 1
        : -1,
  );
}

/** The agreements accepted at registration. The link leads to the text in force, whose earlier versions are kept. */
export async function protocolsOfRegistration(
  { database }: Services,
  borrowerId: string,
): Promise<RegisteredProtocol[]> {
  const texts = await agreementsOf(database, borrowerId);
  return texts.map(({ agreement, version, language, agreedAt }) => ({
    agreement,
    version,
    language,
    acceptedAt: agreedAt.toISOString(),
    viewPath: `/webview/static-text/${agreementTexts[agreement]}`,
  }));
}
