/** Registry of staff notes about a borrower. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "staff_note",
    title: { id: "Catatan layanan pelanggan", en: "Notes of support", zh: "客服备注" },
    shows: ["id", "createdAt"],
    sealed: { textSealed: { holds: "note" } },
    withholds: { STAFF: ["staffId", "staffName"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
