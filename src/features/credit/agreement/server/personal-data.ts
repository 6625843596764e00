/** Agreements and letters. */
import { sql } from "kysely";
import { leftOut, personalDataOf, type InWords, type PersonalTable } from "#server/personal-data/index.ts";

const ofDocument = (row: Readonly<Record<string, unknown>>): string => String(row["document_id"]);

/** The operator's name in the document; its whole entry is in the machine-readable file. */
const operatorName: InWords = (_services, row) =>
  (row["operator"] as { operator?: { companyName?: { value?: string } } } | null)?.operator?.companyName?.value ?? null;
const titlesOf: InWords = (_services, row) =>
  ((row["texts"] ?? []) as { title: string }[]).map(({ title }) => title).join("; ");

const tables: readonly PersonalTable[] = [
  {
    table: "agreement_consent",
    title: { id: "Persetujuan dokumen", en: "Acceptances of documents", zh: "文件确认" },
    shows: ["document_id", "accepted", "accepted_at"],
    keeps: "NOTHING",
  },
  {
    table: "agreement_signing",
    inWords: { texts: titlesOf },
    title: { id: "Tanda tangan", en: "Signatures", zh: "签署" },
    shows: [
      "document_id",
      "loan_id",
      "shown_at",
      "shown_hash",
      "accepted",
      "accepted_at",
      "signed_at",
      "otp_channel",
      "texts",
    ],
    sealed: {
      signer_sealed: {
        holds: ["fullName", "nikMasked", "mobileMasked", "device", "networkAddress"],
        byInstallation: true,
        row: ofDocument,
      },
    },
    withholds: { UPKEEP: ["otp_reference", "session_id"] },
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
      "loan_id",
      "kind",
      "title",
      "version",
      "language",
      "state",
      "shown_at",
      "shown_hash",
      "shown_pages",
      "shown_bytes",
      "sealed_at",
      "sealed_hash",
      "sealed_pages",
      "sealed_bytes",
      "paid_off",
      "operator",
    ],
    objects: {
      shown_key: { holds: "shownFile", row: null },
      sealed_key: { holds: "signedFile", row: null },
      text_key: { holds: "words", row: null },
    },
    withholds: { UPKEEP: ["basis_hash", "seal_due_at"] },
    keeps: "NOTHING",
    // A document that was only shown is not binding.
    retains: { kind: "AGREEMENT", rule: "CONTRACT", where: sql`state <> 'SHOWN'` },
  },
];

export const personalData = personalDataOf(tables);
