/** Plus as it was chosen, and interest that was taken off. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "membership_plus",
    title: { id: "Keanggotaan Plus", en: "Plus membership", zh: "Plus 会员" },
    shows: ["id", "state", "begunAt", "endsAt", "endedAt"],
    withholds: { UPKEEP: ["checkAt"] },
    keeps: "NOTHING",
  },
  {
    table: "membership_reduction",
    title: { id: "Potongan bunga anggota", en: "Interest taken off for members", zh: "会员利息减免" },
    shows: ["loanId", "level", "rupiah", "givenAt"],
    keeps: "LOAN",
  },
]);
