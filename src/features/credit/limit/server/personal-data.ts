/** Limits and how they came about. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "credit_limit_reservation",
    title: { id: "Limit yang dipakai", en: "Limit in use", zh: "已用额度" },
    shows: ["loan_id", "amount_rupiah", "created_at", "released_at"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit_change",
    title: { id: "Perubahan limit", en: "Changes of the limit", zh: "额度变动" },
    shows: ["id", "kind", "cause", "from_rupiah", "to_rupiah", "changed_at"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit",
    title: { id: "Limit", en: "Limit", zh: "额度" },
    shows: ["credit_rupiah", "temporary_rupiah", "temporary_until", "used_rupiah", "updated_at"],
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
