/** Additional documents. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

/** Limits elsewhere lie under their consent's key. */
const consentOf = (row: Readonly<Record<string, unknown>>): string => String(row["consent_id"]);

const tables: readonly PersonalTable[] = [
  {
    table: "document",
    title: { id: "Dokumen tambahan", en: "Additional documents", zh: "补充材料" },
    shows: ["id", "kind", "slot", "uploaded_at", "width_pixels", "height_pixels"],
    objects: { object_key: { holds: "photo" } },
    withholds: { FINDER: ["picture_index"] },
    keeps: "NOTHING",
  },
  {
    table: "document_note",
    title: { id: "Catatan dokumen", en: "Notes on documents", zh: "材料备注" },
    shows: ["kind", "written_at"],
    sealed: { note_sealed: { holds: "note", row: (row) => `${String(row["borrower_id"])}:${String(row["kind"])}` } },
    keeps: "NOTHING",
  },
  {
    table: "document_request",
    title: { id: "Dokumen yang diminta lagi", en: "Documents asked for again", zh: "要求补充的资料" },
    shows: ["id", "subject_id", "kinds", "reasons", "state", "asked_at", "due_at", "ended_at"],
    sealed: { note_sealed: { holds: "note" } },
    withholds: { UPKEEP: ["remind_at"] },
    keeps: "NOTHING",
  },
  {
    table: "information_offer",
    title: { id: "Tawaran menambah data", en: "Offers to add information", zh: "补充信息的邀请" },
    shows: ["id", "subject_id", "kind", "options", "chosen", "given", "state", "offered_at", "due_at", "ended_at"],
    keeps: "NOTHING",
  },
  {
    table: "competitor",
    title: { id: "Limit di tempat lain", en: "Limits elsewhere", zh: "其他平台额度" },
    shows: ["id", "consent_id", "slot", "told_at"],
    sealed: { told_sealed: { holds: ["lender", "limitRupiah"], keyOf: consentOf } },
    withholds: { FINDER: ["lender_index"] },
    keeps: "NOTHING",
  },
  {
    table: "competitor_photo",
    title: { id: "Tangkapan layar limit", en: "Screenshots of limits", zh: "额度截图" },
    shows: ["id", "consent_id", "slot", "uploaded_at"],
    objects: { object_key: { holds: "photo", keyOf: consentOf } },
    withholds: { FINDER: ["picture_index"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
