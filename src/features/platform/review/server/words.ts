/** Console words for reviews. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  REVIEW_OPENED: { id: "Permintaan ditinjau", en: "Request under review", zh: "申请进入审核" },
  REVIEW_ASKED: { id: "Bukti tambahan diminta", en: "Requested more evidence", zh: "要求补充证据" },
  REVIEW_SHOWN: { id: "Bukti tambahan diberikan", en: "More evidence was shown", zh: "已补充证据" },
  REVIEW_NOT_SHOWN: { id: "Bukti tambahan tidak datang", en: "More evidence did not arrive", zh: "未补充证据" },
  REVIEW_PROPOSED: { id: "Keputusan peninjauan diusulkan", en: "Decision on a review proposed", zh: "审核决定已提议" },
  REVIEW_RETURNED: { id: "Usulan keputusan dikembalikan", en: "Proposed decision returned", zh: "审核决定被退回" },
  REVIEW_APPROVED: { id: "Permintaan disetujui", en: "Request approved", zh: "申请通过" },
  REVIEW_REJECTED: { id: "Permintaan ditolak", en: "Request rejected", zh: "申请被拒" },
  REVIEW_WITHDRAWN: { id: "Permintaan ditarik", en: "Request withdrawn", zh: "申请撤回" },
});

const facts = defineTexts({
  review: { id: "peninjauan", en: "review", zh: "审核" },
});

const codes = defineTexts({
  HANDED_IN: { id: "diajukan", en: "submitted", zh: "已提交" },
  STOPPED: { id: "permintaan berakhir", en: "the request ended", zh: "申请已结束" },
  MORE_NEEDED: { id: "bukti belum cukup", en: "evidence not enough yet", zh: "证据不足" },
  CHECK_REFUSED: { id: "dikembalikan pemeriksa", en: "returned by the checker", zh: "复核人退回" },
});

export const words: ConsoleWords = { happenings, facts, codes };

/** The lines of the card by which a second person confirms a decision. */
export const reviewProposalTexts = defineTexts({
  decision: { id: "Keputusan", en: "Decision", zh: "决定" },
  reason: { id: "Alasan", en: "Reason", zh: "理由" },
  APPROVED: { id: "Setujui", en: "Approve", zh: "通过" },
  REJECTED: { id: "Tolak", en: "Reject", zh: "拒绝" },
  backToQueue: {
    id: "Tidak ada yang berubah. Kasus kembali ke antrean dan menunggu keputusan lain.",
    en: "Nothing changes. The case returns to the queue and waits for another decision.",
    zh: "不作任何更改。案件回到队列，等待另作决定。",
  },
});
