/** Additional documents. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

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
];

export const personalData = personalDataOf(tables);
