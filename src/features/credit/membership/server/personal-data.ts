/** Plus as it was chosen, and interest that was taken off. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "membership_plus",
    title: { id: "Keanggotaan Plus", en: "Plus membership", zh: "Plus 会员" },
    shows: ["id", "state", "begun_at", "ends_at", "ended_at"],
    withholds: { UPKEEP: ["check_at"] },
    keeps: "NOTHING",
  },
  {
    table: "membership_reduction",
    title: { id: "Potongan bunga anggota", en: "Interest taken off for members", zh: "会员利息减免" },
    shows: ["loan_id", "level", "rupiah", "given_at"],
    keeps: "LOAN",
  },
]);
