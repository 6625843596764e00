/** Names of this domain's events, facts and codes in the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  FIRST_ASSESSMENT: { id: "Limit: penilaian pertama", en: "Limit: first assessment", zh: "额度：首次评估" },
  INFORMATION_ADDED: { id: "Limit: penghasilan dikonfirmasi", en: "Limit: income confirmed", zh: "额度：收入已确认" },
  MERCHANT_INCOME: { id: "Limit: penjualan toko", en: "Limit: sales of a shop", zh: "额度：店铺销售" },
  SCORE_REFRESHED: { id: "Limit: skor diperbarui", en: "Limit: score refreshed", zh: "额度：评分更新" },
  GOOD_REPAYMENT: { id: "Limit: bayar tepat waktu", en: "Limit: repaid on time", zh: "额度：按时还款" },
  LATE_REPAYMENT: { id: "Limit: bayar terlambat", en: "Limit: late repayment", zh: "额度：逾期还款" },
  TEMPORARY_GRANTED: { id: "Limit sementara diberikan", en: "Temporary limit granted", zh: "获得临时额度" },
  TEMPORARY_ENDED: { id: "Limit sementara berakhir", en: "Temporary limit ended", zh: "临时额度到期" },
  MERGED: { id: "Limit: akun digabung", en: "Limit: account merged", zh: "额度：账户已合并" },
  MERGE_REVERSED: { id: "Limit: penggabungan dibatalkan", en: "Limit: merge undone", zh: "额度：合并已撤销" },
  FROZEN: { id: "Limit dibekukan", en: "Limit frozen", zh: "额度已冻结" },
  UNFROZEN: { id: "Pembekuan limit berakhir", en: "Freeze of the limit ended", zh: "额度冻结已解除" },
  STAFF_DECISION: { id: "Limit: keputusan petugas", en: "Limit: staff decision", zh: "额度：人工决定" },
});

const facts = defineTexts({
  fromRupiah: { id: "dari", en: "from", zh: "由" },
  toRupiah: { id: "menjadi", en: "to", zh: "变为" },
  freeze: { id: "sebab", en: "cause", zh: "原因" },
});

/** Causes of a freeze for staff, without those that are persons: their words are the console's. */
export const freezeCauseTexts = defineTexts({
  OVERDUE: { id: "terlambat", en: "overdue", zh: "逾期" },
  WRITTEN_OFF: { id: "dihapusbukukan", en: "written off", zh: "已核销" },
  CONTESTED: { id: "akun dibekukan pemilik", en: "account frozen by its owner", zh: "本人冻结账户" },
  FRAUD_REVIEW: { id: "pemeriksaan penipuan", en: "fraud review", zh: "反欺诈核查" },
});

const codes = defineTexts({
  ...freezeCauseTexts,
  CREDIT: { id: "limit kredit", en: "credit limit", zh: "信用额度" },
  TEMPORARY: { id: "limit sementara", en: "temporary limit", zh: "临时额度" },
});

export const words: ConsoleWords = { happenings, facts, codes };
