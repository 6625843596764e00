/** A win as the first screen: the scene, the prize, its place and expiry, how it was won, and one next step. */
import type { ReactNode } from "react";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import type { Award, Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { isTaxed } from "./campaign-tables.tsx";
import { prizeWords } from "./prize-words.ts";
import { unbroken, unbrokenDay } from "#web/ui/text/unbroken.ts";
import { wonTexts } from "./won-texts.ts";

/** A campaign whose prize its owner has received: other states of an award are shown calmly, on the campaign's own page. */
export const isGiven = (campaign: Campaign): campaign is Campaign & { award: Award } =>
  campaign.view === "WON" && campaign.award?.state === "GIVEN";

interface WonPartProps {
  campaign: Campaign & { award: Award };
  art: ReactNode;
  /** The rest of the result: the other eggs. */
  children?: ReactNode;
}

export function WonPart({ campaign, art, children }: WonPartProps) {
  const [t, won] = [useTexts(texts), useTexts(wonTexts)];
  const language = useLanguage();
  const { award, plusPoints, voucherCode, nextAt } = campaign;
  const isCash = award.prize.kind === "CASH";
  return (
    <div className="campaign-win">
      <div className="campaign-art">{art}</div>
      <div className="campaign-win-words">
        <p>
          <Badge kind="ok">{t("WON")}</Badge>
        </p>
        <Title>
          <span className="campaign-win-label">{won("youGet")}</span>{" "}
          <span className="campaign-win-prize">{unbroken(prizeWords(award.prize, language))}</span>
        </Title>
        <p>
          <Whereabouts campaign={campaign} />
          {isCash && isTaxed(campaign) && <> {won("taxPaid")}</>}
          {plusPoints > 0 && <> {won("plusPoints", { points: plusPoints })}</>}
        </p>
        {voucherCode && <CopyText label={t("voucherCode")} value={voucherCode} />}
        {children}
        {nextAt && <p>{t("doneLead", { when: formatInstant(new Date(nextAt), language, "WIB", "short") })}</p>}
        {award.drawId && (
          <p>
            <a href={`/webview/activity/draw/${award.drawId}`}>{t("seeProof")}</a>
          </p>
        )}
      </div>
    </div>
  );
}

/** Says where the prize is, and until when. */
function Whereabouts({ campaign: { award, prizeUntil } }: { campaign: Campaign & { award: Award } }) {
  const won = useTexts(wonTexts);
  const language = useLanguage();
  const { prize } = award;
  const day = prizeUntil && unbrokenDay(formatDate(dateInWib(new Date(prizeUntil)), language, "short"));
  switch (prize.kind) {
    case "CASH":
      return <>{day ? won("cashUntil", { day }) : won("cash")}</>;
    case "COUPON":
      return <>{day ? won("couponUntil", { day }) : won("coupon")}</>;
    case "POINTS":
      return <>{day ? won("pointsUntil", { day }) : won("points")}</>;
    case "VOUCHER":
      return <>{won(prize.voucherKey === "PHONE_CREDIT" ? "phoneCredit" : "voucher")}</>;
    default:
      return null;
  }
}

/** The page on which the prize is used: the one next step. A voucher's code is on this page already. */
const steps = {
  CASH: ["/webview/wallet", "openWallet"],
  COUPON: ["/webview/activity/get-coupon#own", "seeCoupon"],
  POINTS: ["/webview/integral", "seePoints"],
} as const;

/** The next step, and a link back to the event or to other events. */
export function WonActions({ campaign }: { campaign: Campaign & { award: Award } }) {
  const [t, won] = [useTexts(texts), useTexts(wonTexts)];
  const { path, pathWithQuery } = useFrame();
  const { award, ticketIds, playsLeft, mayWithdraw } = campaign;
  const step = award.prize.kind in steps ? steps[award.prize.kind as keyof typeof steps] : null;
  const isCash = award.prize.kind === "CASH";
  // A prize named in the address hides the current state of the campaign.
  const query = new URL(pathWithQuery, "http://own.invalid").searchParams;
  const of = query.get("of");
  const goesOn = query.has("award") && award.drawId !== null;
  const again = ticketIds.length > 0 && playsLeft > 0;
  const on = goesOn
    ? ([of ? `${path}?of=${encodeURIComponent(of)}` : path, again ? won("again") : t("goOn")] as const)
    : (["/webview/activity-center", t("toCenter")] as const);
  const [to, words] =
    step === null || step[0] === path
      ? on
      : isCash && mayWithdraw
        ? ["/webview/withdraw", won("withdraw")]
        : [step[0], won(step[1])];
  return (
    <ActionBar>
      <ButtonLink to={to} track="campaign_act" trackValue="act=go">
        {words}
      </ButtonLink>
      {to !== on[0] && (
        <ButtonLink kind="quiet" to={on[0]} track="campaign_act" trackValue="act=go">
          {on[1]}
        </ButtonLink>
      )}
    </ActionBar>
  );
}
