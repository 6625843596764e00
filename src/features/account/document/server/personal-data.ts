/** Additional documents. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

/** Limits elsewhere lie under their consent's key. */
const consentOf = (row: Readonly<Record<string, unknown>>): string => String(row["consentId"]);

const tables: readonly PersonalTable[] = [
  {
    table: "document",
    title: { id: "Dokumen tambahan", en: "Additional documents", zh: "补充材料" },
    shows: ["id", "kind", "slot", "uploadedAt", "widthPixels", "heightPixels"],
    objects: { objectKey: { holds: "photo" } },
    withholds: { FINDER: ["pictureIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "document_note",
    title: { id: "Catatan dokumen", en: "Notes on documents", zh: "材料备注" },
    shows: ["kind", "writtenAt"],
    sealed: { noteSealed: { holds: "note", row: (row) => `${String(row["borrowerId"])}:${String(row["kind"])}` } },
    keeps: "NOTHING",
  },
  {
    table: "document_request",
    title: { id: "Dokumen yang diminta lagi", en: "Documents requested again", zh: "要求补充的资料" },
    shows: ["id", "subjectId", "kinds", "reasons", "state", "askedAt", "dueAt", "endedAt"],
    sealed: { noteSealed: { holds: "note" } },
    withholds: { UPKEEP: ["remindAt"] },
    keeps: "NOTHING",
  },
  {
    table: "information_offer",
    title: { id: "Tawaran menambah data", en: "Offers to add information", zh: "补充信息的邀请" },
    shows: ["id", "subjectId", "kind", "options", "chosen", "given", "state", "offeredAt", "dueAt", "endedAt"],
    keeps: "NOTHING",
  },
  {
    table: "competitor",
    title: { id: "Limit di tempat lain", en: "Limits elsewhere", zh: "其他平台额度" },
    shows: ["id", "consentId", "slot", "toldAt"],
    sealed: { toldSealed: { holds: ["lender", "limitRupiah"], keyOf: consentOf } },
    withholds: { FINDER: ["lenderIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "competitor_photo",
    title: { id: "Tangkapan layar limit", en: "Screenshots of limits", zh: "额度截图" },
    shows: ["id", "consentId", "slot", "uploadedAt"],
    objects: { objectKey: { holds: "photo", keyOf: consentOf } },
    withholds: { FINDER: ["pictureIndex"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
