/** Home shows why the identity check does not continue: staff look at the face, or the machine's tries are used up. */
import type { FaceReviewView } from "#features/account/identity/contract.ts";
import { formatInstant } from "#shared/dates.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { texts } from "../texts.ts";

export interface FaceReviewState {
  faceReview: FaceReviewView | null;
  attemptsLeft: number;
}

const page = "/webview/identity?step=face";

/** Whether waiting is all that is left to do about the identity. */
export const isFaceWaiting = (face: FaceReviewState | null): boolean =>
  face?.faceReview?.flow === "IDENTITY" && face.faceReview.state === "WAITING" && face.faceReview.hasSelfie;

export function FaceStuck({ face: { faceReview, attemptsLeft } }: { face: FaceReviewState }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const review = faceReview?.flow === "IDENTITY" ? faceReview : null;
  if (review?.state === "WAITING" && review.hasSelfie) {
    const until = formatInstant(new Date(review.promisedUntil), language, "WIB", "short");
    return <Notice title={t("faceWaitingTitle")}>{review.isLate ? t("faceLate") : t("faceWaiting", { until })}</Notice>;
  }
  if (review?.state === "WAITING" || review?.state === "ASKED")
    return (
      <Notice kind="attention" title={t("faceAskedTitle")}>
        <a href={page}>{t("faceAsked")}</a>
      </Notice>
    );
  if (review?.state === "REJECTED")
    return (
      <Notice kind="attention" title={t("faceRejectedTitle")}>
        {review.reason} <a href={page}>{t("faceAgain")}</a>
      </Notice>
    );
  if (attemptsLeft > 0) return null;
  return (
    <Notice kind="attention" title={t("faceStuckTitle")}>
      <a href={page}>{t("faceStuck")}</a>
    </Notice>
  );
}
