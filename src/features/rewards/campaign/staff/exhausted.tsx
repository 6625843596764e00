/** The day on which a campaign's budget will end at its pace, or that it has ended; nothing for one that does not run. */
import { DateText, useTexts } from "#web/language.tsx";
import type { StaffCampaign } from "../staff-contract.ts";
import { texts } from "./texts.ts";

export function Exhausted({
  campaign: { state, leftRupiah, exhaustedOn },
  short = false,
}: {
  campaign: Pick<StaffCampaign, "state" | "leftRupiah" | "exhaustedOn">;
  /** In a table whose column asks the question. */
  short?: boolean;
}) {
  const t = useTexts(texts);
  if (state === "DRAFT" || state === "ENDED") return <>–</>;
  if (leftRupiah === 0) return <>{t("usedUp")}</>;
  return exhaustedOn ? (
    <DateText date={exhaustedOn} style="short" />
  ) : (
    <>{t(short ? "notExhaustedShort" : "notExhausted")}</>
  );
}
