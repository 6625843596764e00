/**
 * The documents that a borrower reads before signing: rendered once for a basis (data and text) and stored with their
 * hash. Reading them is no effect: the same basis always gives the same documents, stored like a cache.
 */
import type { Database, Reader } from "#server/database.server.ts";
import { canonical } from "#server/call/idempotency.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import { restructureTextKinds, textKinds, type DocumentKindName } from "../contract.ts";
import {
  fingerprint,
  renderDocument,
  templateFingerprint,
  type DocumentKind,
  type RestructureFacts,
  type TextVersion,
} from "./document/index.ts";
import { dropStored, storeRendered } from "./files.ts";
import { verifyAddressOf } from "./issuer.ts";
import { particularsOf, type Particulars } from "./particulars.ts";
import { addLoanDocument, loanDocumentsOf, type LoanDocumentRow, type Issuer } from "./store.ts";

export interface ShownAgreement {
  agreement: LoanDocumentRow;
  /** RIPLAY, risks, declarations, privacy: each a document of its own, named with its hash in the agreement. */
  texts: LoanDocumentRow[];
}

/** Documents to be shown and signed: of a loan, or of a restructuring with its new loan. */
export interface Subject {
  loan: LoanRow;
  /** For a restructuring: the old loan that this one continues. */
  restructure?: RestructureFacts;
}

/** The agreement of each kind of subject, with the texts that are accepted with it. */
const papersOf = ({ restructure }: Subject): { agreement: DocumentKindName; texts: readonly DocumentKindName[] } =>
  restructure
    ? { agreement: "restructure-agreement", texts: restructureTextKinds }
    : { agreement: "loan-agreement", texts: textKinds };

interface ShowInput extends Subject {
  issuer: Issuer;
  language: Language;
}

interface Basis extends ShowInput {
  particulars: Particulars;
}

async function basisOf(services: Services, reader: Reader, input: ShowInput): Promise<Basis> {
  const { loan, issuer, restructure } = input;
  const particulars = await particularsOf(services, reader, loan, issuer);
  return { ...input, particulars: { ...particulars, ...(restructure ? { restructure } : {}) } };
}

/** The agreement of an approved loan, or of a restructuring, with its texts, as of now, in a language. */
export async function showAgreement(services: Services, reader: Database, input: ShowInput): Promise<ShownAgreement> {
  const basis = await basisOf(services, reader, input);
  const kinds = papersOf(basis);
  const known = await findTexts(reader, basis);
  const texts: LoanDocumentRow[] = [];
  // One after the other: rendering takes the processor.
  for (const kind of kinds.texts) texts.push(known.get(kind) ?? (await makeDocument(services, basis, kind, [])));
  const versions = textVersions(texts);
  const agreement =
    (await findOnBasis(reader, basis, kinds.agreement, versions)) ??
    (await makeDocument(services, basis, kinds.agreement, versions));
  return { agreement, texts };
}

/**
 * The same without rendering: null if data or text changed since it was shown, so that the document the borrower read
 * differs from the current one. It only reads, so it may run in the transaction of the signature.
 */
export async function findShownAgreement(
  services: Services,
  reader: Reader,
  input: ShowInput,
): Promise<ShownAgreement | null> {
  const basis = await basisOf(services, reader, input);
  const kinds = papersOf(basis);
  const known = await findTexts(reader, basis);
  const texts = kinds.texts.flatMap((kind) => known.get(kind) ?? []);
  if (texts.length < kinds.texts.length) return null;
  const agreement = await findOnBasis(reader, basis, kinds.agreement, textVersions(texts));
  return agreement && { agreement, texts };
}

/** The texts as the agreement lists them: the hash binds their words to the one signature. */
export function textVersions(texts: readonly LoanDocumentRow[]): TextVersion[] {
  return texts.map((row) => ({
    key: row.kind,
    title: row.title,
    version: `${row.version}, SHA-256 ${row.shown?.hash ?? ""}`,
  }));
}

function basisHash(
  { language, issuer, particulars }: Basis,
  kind: DocumentKind,
  texts: readonly TextVersion[],
): string {
  return fingerprint(
    Buffer.from(
      canonical({
        kind,
        language,
        origin: issuer.origin,
        particulars,
        texts,
        template: templateFingerprint(kind, language),
      }),
    ),
  );
}

/** The existing texts for this basis, by their kind, in one query. */
async function findTexts(reader: Reader, basis: Basis): Promise<Map<DocumentKind, LoanDocumentRow>> {
  const { loan, language } = basis;
  const basisHashes = papersOf(basis).texts.map((kind) => basisHash(basis, kind, []));
  const rows = await loanDocumentsOf(reader, loan.borrowerId, loan.id, { language, basisHashes });
  return new Map(rows.map((row) => [row.kind, row]));
}

async function findOnBasis(
  reader: Reader,
  basis: Basis,
  kind: DocumentKind,
  texts: readonly TextVersion[],
): Promise<LoanDocumentRow | null> {
  const { loan, language } = basis;
  return (
    (
      await loanDocumentsOf(reader, loan.borrowerId, loan.id, {
        kind,
        language,
        basisHashes: [basisHash(basis, kind, texts)],
      })
    )[0] ?? null
  );
}

async function makeDocument(
  services: Services,
  basis: Basis,
  kind: DocumentKind,
  texts: TextVersion[],
): Promise<LoanDocumentRow> {
  const { database } = services;
  const { loan, issuer, language, particulars } = basis;
  const id = services.random.uuid();
  const rendered = await renderDocument(
    kind,
    { ...particulars, documentId: id, verifyAddress: verifyAddressOf(issuer, id), texts },
    language,
  );
  const stored = await storeRendered(services, rendered);
  const isFirst = await addLoanDocument(database, {
    borrowerId: loan.borrowerId,
    id,
    loanId: loan.id,
    kind,
    language,
    state: "SHOWN",
    title: rendered.title,
    version: rendered.version,
    basisHash: basisHash(basis, kind, texts),
    issuer,
    paidOff: null,
    shown: stored.shown,
    textKey: stored.textKey,
    shownAt: services.clock.now(),
    sealDueAt: null,
  });
  // If two requests open the page at once, one stores the document and the other shows the stored one.
  if (!isFirst) await dropStored(services, stored);
  const row = await findOnBasis(database, basis, kind, texts);
  if (!row) throw new Error("A document that was just stored is not there.");
  return row;
}
