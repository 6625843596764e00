/** Texts of the rest from campaigns. */
import { breakDays } from "../contract.ts";
import { defineTexts } from "#shared/texts.ts";

export const restTexts = defineTexts({
  breakLead: {
    id: "Berlaku seketika dan tidak bisa dipersingkat. Poin, hadiah yang sudah menjadi hak Anda dan dompet tetap bisa dipakai; pohon berhenti tumbuh tanpa layu. Pinjaman Anda tidak terpengaruh.",
    en: "It begins at once and cannot be shortened. You can still use your points, earned prizes and wallet; trees stop growing but do not wither. Your loan is not affected.",
    zh: "立即生效，且不可缩短。积分、已获得的奖品和钱包仍可使用；树木暂停生长而不枯萎。您的借款不受影响。",
  },
  breakLength: { id: "Berapa lama", en: "For how long", zh: "时长" },
  break30: { id: `${breakDays[0]} hari`, en: `${breakDays[0]} days`, zh: `${breakDays[0]} 天` },
  break90: { id: `${breakDays[1]} hari`, en: `${breakDays[1]} days`, zh: `${breakDays[1]} 天` },
  breakSet: { id: "Mulai istirahat", en: "Start the break", zh: "开始暂停" },
  breakForGood: { id: "Istirahat untuk seterusnya", en: "Stop for good", zh: "永久暂停" },
  breakForGoodAsk: { id: "Istirahat untuk seterusnya?", en: "Stop for good?", zh: "永久暂停？" },
  breakForGoodBody: {
    id: "Anda tidak lagi bisa ikut event apa pun, dan ini tidak bisa dibatalkan. Poin, hadiah, dompet, dan pinjaman Anda tidak terpengaruh.",
    en: "You can no longer take part in any event, and this cannot be undone. Your points, prizes, wallet and loan are not affected.",
    zh: "您将无法再参加任何活动，且不可撤销。您的积分、奖品、钱包和借款不受影响。",
  },
  breakForGoodDo: { id: "Ya, istirahat seterusnya", en: "Yes, stop for good", zh: "确认永久暂停" },
});
