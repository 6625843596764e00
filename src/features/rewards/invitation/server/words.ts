/** Console words for invitations. */
import { defineTexts } from "#shared/texts.ts";
import type { ConsoleWords } from "#server/console/console-words.ts";

const happenings = defineTexts({
  INVITATION_JOINED: { id: "Teman undangan mendaftar", en: "Invited friend registered", zh: "受邀好友已注册" },
  INVITATION_COUNTED: { id: "Teman undangan dihitung", en: "Invited friend counts", zh: "受邀好友已计入" },
  INVITATION_CHECKING: { id: "Teman undangan diperiksa", en: "Invited friend is under review", zh: "受邀好友核查中" },
  INVITATION_REWARDED: { id: "Hadiah undangan diberikan", en: "Invitation rewarded", zh: "邀请奖励已发放" },
  INVITATION_NOT_COUNTED: {
    id: "Teman undangan tidak dihitung",
    en: "Invited friend does not count",
    zh: "受邀好友不计入",
  },
  INVITATION_ENDED: { id: "Undangan berakhir", en: "Invitation ended", zh: "邀请已结束" },
});
const codes = defineTexts({
  REGISTERED: { id: "mendaftar dengan kode", en: "registered by the code", zh: "使用邀请码注册" },
  IDENTITY_VERIFIED: { id: "identitas terverifikasi", en: "identity verified", zh: "身份已核验" },
  REVIEW_APPROVED: { id: "disetujui peninjau", en: "approved by a review", zh: "人工核查通过" },
  REVIEW_REJECTED: { id: "ditolak peninjau", en: "refused by a review", zh: "人工核查未通过" },
  MARKED: { id: "ada tanda", en: "marked", zh: "有标记" },
  FIRST_LOAN: { id: "pinjaman pertama teman", en: "friend's first loan", zh: "好友首笔借款" },
  SAME_PERSON: { id: "orang yang sama", en: "the same person", zh: "同一人" },
  NOT_NEW: { id: "bukan orang baru", en: "not a new person", zh: "非新用户" },
  CAP: { id: "batas tercapai", en: "limit reached", zh: "已达上限" },
  BUDGET: { id: "anggaran habis", en: "budget used up", zh: "预算用完" },
  TIME: { id: "waktu habis", en: "time is over", zh: "超过期限" },
});

export const words: ConsoleWords = { happenings, codes };
