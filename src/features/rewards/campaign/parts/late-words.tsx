/** The texts of a campaign that is over: prizes that can still be claimed, until when, and what follows. */
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import type { Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { lateTexts } from "./late-texts.ts";

/** The last day for claiming prizes earned before the end. */
function useLastClaimDay({ claimsUntil }: Campaign): string | null {
  const language = useLanguage();
  return claimsUntil && formatDate(dateInWib(new Date(Date.parse(claimsUntil) - 1)), language);
}

/**
 * Says that it is over, until when earned prizes can be claimed, that this time has passed too, and which chances have
 * ended.
 */
export function EndedWords({ campaign }: { campaign: Campaign }) {
  const [ended, late] = [useTexts(texts), useTexts(lateTexts)];
  const { now } = useFrame();
  const day = useLastClaimDay(campaign);
  const language = useLanguage();
  const { isOver, endedEarlyAt, claimsUntil, ticketIds } = campaign;
  const early =
    endedEarlyAt && late("endedEarly", { when: formatInstant(new Date(endedEarlyAt), language, "WIB", "short") });
  const words =
    !isOver || !claimsUntil || !day
      ? ended("endedLead")
      : late(now < claimsUntil ? "endedClaims" : "endedClosed", { day });
  return (
    <>
      {early && <>{early} </>}
      {words}
      {ticketIds.length > 0 && <> {late("ticketsLapsed", { count: ticketIds.length })}</>}
    </>
  );
}

/** Earned prizes that are not claimed yet, with the last day for claiming. */
export function StillToFetch({ campaign }: { campaign: Campaign }) {
  const t = useTexts(lateTexts);
  const day = useLastClaimDay(campaign);
  const { isOver, view } = campaign;
  if (!isOver || !day || (view !== "RUNNING" && view !== "NOT_ELIGIBLE")) return null;
  return (
    <Notice kind="attention" title={t("claimLateTitle")}>
      {t("claimLate", { day })}
    </Notice>
  );
}

export const LateTag = () => <>{useTexts(lateTexts)("claimLateTitle")}</>;
