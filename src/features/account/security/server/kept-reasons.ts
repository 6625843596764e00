/** Why a frozen account was not released, as its owner reads it. */
import { findReviewOf } from "#features/platform/review/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import type { ContestRow } from "./contest-store.ts";

export const keptReasons = defineTexts({
  NOT_PROVEN: {
    id: "Nomor atau wajah belum dibuktikan.",
    en: "Number or face was not proven.",
    zh: "号码或人脸未得到验证。",
  },
  NOT_THE_OWNER: {
    id: "Kami tidak bisa memastikan bahwa Anda pemilik akun ini.",
    en: "We could not confirm that you own this account.",
    zh: "我们无法确认您是此账户的持有人。",
  },
  OTHER: {
    id: "Permintaan ini memerlukan bantuan petugas. Hubungi kami.",
    en: "This needs help from our staff. Please contact us.",
    zh: "此申请需要人工协助，请联系我们。",
  },
});

export const keptReason = (code: string | null, language: Language): string =>
  say(
    code !== null && code in keptReasons ? keptReasons[code as keyof typeof keptReasons] : keptReasons.OTHER,
    language,
  );

/** Why an account stays frozen, for readers who may see its state; null when it is not. */
export async function stayedFrozenReason(
  reader: Reader,
  contest: Pick<ContestRow, "id" | "state"> | null,
  language: Language,
): Promise<string | null> {
  if (contest?.state !== "KEPT") return null;
  return keptReason((await findReviewOf(reader, "contest", contest.id))?.reason ?? null, language);
}
