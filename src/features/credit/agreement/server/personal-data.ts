/** Agreements and letters. */
import { sql } from "kysely";
import { leftOut, personalDataOf, type InWords, type PersonalTable } from "#server/personal-data/index.ts";

const ofDocument = (row: Readonly<Record<string, unknown>>): string => String(row["documentId"]);

/** The operator's name in the document; its whole entry is in the machine-readable file. */
const operatorName: InWords = (_services, row) =>
  (row["operator"] as { operator?: { companyName?: { value?: string } } } | null)?.operator?.companyName?.value ?? null;
const titlesOf: InWords = (_services, row) =>
  ((row["texts"] ?? []) as { title: string }[]).map(({ title }) => title).join("; ");

const tables: readonly PersonalTable[] = [
  {
    table: "agreement_consent",
    title: { id: "Persetujuan dokumen", en: "Acceptances of documents", zh: "文件确认" },
    shows: ["documentId", "accepted", "acceptedAt"],
    keeps: "NOTHING",
  },
  {
    table: "agreement_signing",
    inWords: { texts: titlesOf },
    title: { id: "Tanda tangan", en: "Signatures", zh: "签署" },
    shows: [
      "documentId",
      "loanId",
      "shownAt",
      "shownHash",
      "accepted",
      "acceptedAt",
      "signedAt",
      "otpChannel",
      "texts",
    ],
    sealed: {
      signerSealed: {
        holds: ["fullName", "nikMasked", "mobileMasked", "device", "networkAddress"],
        byInstallation: true,
        row: ofDocument,
      },
    },
    withholds: { UPKEEP: ["otpReference", "sessionId"] },
    keeps: "NOTHING",
    retains: { kind: "SIGNATURE", rule: "CONTRACT", source: ofDocument },
  },
  {
    table: "agreement_document",
    // Its title says it.
    inWords: { kind: leftOut, version: leftOut, operator: operatorName },
    title: { id: "Perjanjian dan surat", en: "Agreements and letters", zh: "协议与函件" },
    shows: [
      "id",
      "loanId",
      "kind",
      "title",
      "version",
      "language",
      "state",
      "shownAt",
      "shownHash",
      "shownPages",
      "shownBytes",
      "sealedAt",
      "sealedHash",
      "sealedPages",
      "sealedBytes",
      "paidOff",
      "operator",
    ],
    objects: {
      shownKey: { holds: "shownFile", row: null },
      sealedKey: { holds: "signedFile", row: null },
      textKey: { holds: "words", row: null },
    },
    withholds: { UPKEEP: ["basisHash", "sealDueAt"] },
    keeps: "NOTHING",
    // A document that was only shown is not binding.
    retains: { kind: "AGREEMENT", rule: "CONTRACT", where: sql`state <> 'SHOWN'` },
  },
];

export const personalData = personalDataOf(tables);
