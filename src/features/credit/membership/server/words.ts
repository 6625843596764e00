/** Names of this domain's events, facts and codes in the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  PLUS_BEGUN: { id: "Plus dimulai", en: "Plus begun", zh: "Plus 生效" },
  PLUS_ENDED: { id: "Plus berakhir", en: "Plus ended", zh: "Plus 结束" },
  INTEREST_REDUCED: { id: "Bunga anggota dipotong", en: "Member's interest reduced", zh: "会员利息减免" },
});

const facts = defineTexts({
  savedRupiah: { id: "hemat", en: "saved", zh: "节省" },
});

const codes = defineTexts({
  CHOSEN: { id: "pilihan peminjam", en: "the borrower's choice", zh: "借款人选择" },
  MERGED: { id: "akun digabung", en: "account merged", zh: "账户已合并" },
  MERGE_REVERSED: { id: "penggabungan dibatalkan", en: "merge undone", zh: "合并已撤销" },
  CONDITIONS: { id: "syarat tidak terpenuhi", en: "conditions not met", zh: "条件不满足" },
});

export const words: ConsoleWords = { happenings, facts, codes };
