/** The one build of every campaign's screen: artwork, state, what is true now, prizes, tasks, one action, period and terms. // Product decisions, rewards 1 */
import type { ReactNode } from "react";
import { dateInWib, daysBetween, formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import type { Award, Campaign, CampaignView } from "../contract.ts";
import { texts } from "../texts.ts";
import { ActTold, type ActOutcome } from "./act.tsx";
import { Facts, Fairness, missingNeed, Needs, Prizes, Tasks } from "./campaign-tables.tsx";
import { EndedWords, LateTag, StillToFetch } from "./late-words.tsx";
import { prizeWords, unbroken } from "./prize-words.ts";
import { wonTexts } from "./won-texts.ts";
import { RulesPage } from "./rules-page.tsx";

export interface CampaignFrameProps {
  campaign: Campaign;
  art: ReactNode;
  /** Said instead of the state's own words. */
  tag?: ReactNode;
  heading?: ReactNode;
  lead?: ReactNode;
  /** Figures that are true now: a progress, a calendar. */
  children?: ReactNode;
  /** What else this screen shows, whatever the state, before the action. */
  below?: ReactNode;
  /** The one action, where something can be done: stands in an action bar of its own. */
  action?: ReactNode;
  /** What came of the form that was sent here, to be told. */
  outcome?: ActOutcome;
  /** Its rules as a page; by default they stand at the screen's own address, with `rules`. */
  rules?: string;
  /** What its rules say beside the tables, a sentence each. */
  terms?: readonly string[];
  /** A table of its own in place of the prizes'. */
  prizes?: ReactNode;
}

const tones: Readonly<Partial<Record<CampaignView, "info" | "attention" | "ok">>> = {
  RUNNING: "attention",
  WON: "ok",
  DONE_TODAY: "ok",
  SOON: "info",
  LOGIN: "attention",
};

export function CampaignFrame({
  campaign,
  art,
  tag,
  heading,
  lead,
  children,
  below,
  action,
  outcome,
  rules,
  terms = [],
  prizes,
}: CampaignFrameProps) {
  const t = useTexts(texts);
  const { path, pathWithQuery } = useFrame();
  const { view } = campaign;
  const query = new URL(pathWithQuery, "http://own.invalid").searchParams;
  const of = query.get("of");
  if (query.has("rules")) return <RulesPage campaign={campaign} terms={terms} />;
  const isOpen = view === "RUNNING" || view === "DONE_TODAY" || view === "WAITING" || view === "LOST";
  return (
    <div className="campaign" data-activity={campaign.activityId}>
      <ActTold outcome={outcome} campaign={campaign} />
      <Stack gap="loose">
        <div className={view === "ENDED" || view === "BUDGET_OUT" ? "campaign-art campaign-art-over" : "campaign-art"}>
          {art}
          <StateSign view={view} />
        </div>
        <Stack gap="loose">
          <p>
            <Badge kind={tones[view] ?? "plain"}>
              {campaign.isOver && view === "RUNNING" ? <LateTag /> : (isOpen && tag) || t(view)}
            </Badge>
          </p>
          <Title lead={(view === "RUNNING" && whole(lead)) || <StateWords campaign={campaign} />}>
            <Headline campaign={campaign} own={view === "RUNNING" || view === "WAITING" ? heading : undefined} />
          </Title>
          <StillToFetch campaign={campaign} />
          <Outcome campaign={campaign} />
          <LastDraw campaign={campaign} />
          {isOpen && children}
        </Stack>
        <Stack gap="loose">
          <Needs campaign={campaign} />
          {prizes ?? <Prizes campaign={campaign} />}
          {!campaign.isOver && <Tasks campaign={campaign} />}
          <Fairness campaign={campaign} />
          <Facts
            campaign={campaign}
            rules={rules ?? `${path}?${of === campaign.activityId ? `of=${of}&` : ""}rules=1`}
          />
          {below}
        </Stack>
        {isOpen && action ? action : <WayOn campaign={campaign} />}
      </Stack>
    </div>
  );
}

/** An amount in a sentence stays on one line. */
const whole = (words: ReactNode): ReactNode => (typeof words === "string" ? unbroken(words) : words);

/** How a campaign stands where nothing can be done in it: one sign on the artwork, of the kit's hand. What it says stands in words below. */
const signs: Readonly<Partial<Record<CampaignView, SignName>>> = {
  LOGIN: "lock",
  NOT_ELIGIBLE: "lock",
  SOON: "clock",
  DONE_TODAY: "check",
  WAITING: "clock",
  BUDGET_OUT: "empty",
  PAUSED: "pause",
  ENDED: "flag",
};
const shapes = {
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  pause: "M9 6v12M15 6v12",
  flag: "M6 21V4h12l-3 4 3 4H6",
  empty: "M4 9h16v11H4zM4 9l3-4h10l3 4M9 13h6",
} as const;
type SignName = keyof typeof shapes;

function StateSign({ view }: { view: CampaignView }) {
  const sign = signs[view];
  if (!sign) return null;
  return (
    <svg className={`campaign-sign campaign-sign-${sign}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[sign]} />
    </svg>
  );
}

/** What was won is the headline; otherwise the skin's own words, or the campaign's. */
function Headline({ campaign: { view, award, title }, own }: { campaign: Campaign; own: ReactNode }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (view === "WON" && award) return <>{unbroken(prizeWords(award.prize, language))}</>;
  if (view === "LOST") return <>{t("LOST")}</>;
  return <>{own ?? unbroken(title)}</>;
}

function useMoment() {
  const language = useLanguage();
  return (at: string) => formatInstant(new Date(at), language, "WIB", "short");
}

/** Days of the calendar in WIB until a moment. */
const daysUntil = (at: string, now: string): number => daysBetween(dateInWib(new Date(now)), dateInWib(new Date(at)));

/** When it opens, and how long that is: by the server's day, so that nothing counts down falsely. */
function soonWords(t: ReturnType<typeof useTexts<typeof texts>>, when: string, days: number): string {
  if (days < 1) return t("soonLead", { when });
  return days === 1 ? t("soonTomorrow", { when }) : t("soonDays", { when, days });
}

/** Nobody is congratulated on what is not given. */
function WonWords({ award: { state, prize } }: { award: Award }) {
  const [won, others] = [useTexts(texts), useTexts(wonTexts)];
  const words = { prize: prizeWords(prize, useLanguage()) };
  return <>{unbroken(state === "GIVEN" ? won("wonLead", words) : others(state, words))}</>;
}

/** The state in one sentence. */
export function StateWords({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const moment = useMoment();
  const { now } = useFrame();
  const { view, reason, opensAt, nextAt, award } = campaign;
  switch (view) {
    case "LOGIN":
      return <>{t("loginLead")}</>;
    case "NOT_ELIGIBLE":
      return <>{t(!reason || (reason === "AUDIENCE" && campaign.needs.length === 0) ? "ADULTS_ONLY" : reason)}</>;
    case "SOON":
      return <>{soonWords(t, moment(opensAt), daysUntil(opensAt, now))}</>;
    case "DONE_TODAY":
      return nextAt ? <>{t("doneLead", { when: moment(nextAt) })}</> : null;
    case "WON":
      return award ? <WonWords award={award} /> : null;
    case "LOST":
      return <>{t(campaign.mechanic === "PICK" ? "pickLostLead" : "lostLead")}</>;
    case "WAITING":
      return <>{nextAt ? t("waitingUntil", { when: moment(nextAt) }) : t("waitingResult")}</>;
    case "BUDGET_OUT":
      return <>{t(isDaily(campaign) ? "budgetOutToday" : "budgetOutLead")}</>;
    case "PAUSED":
      return <>{t("pausedLead")}</>;
    case "ENDED":
      return hasWithered(campaign, now) ? <>{t("growOver")}</> : <EndedWords campaign={campaign} />;
    case "RUNNING":
      return null;
  }
}

/** Its days were over before it bore fruit. */
const hasWithered = ({ mechanic, joined, grown, fruit, growsUntil }: Campaign, now: string): boolean =>
  mechanic === "GROW" && joined && grown < fruit && (growsUntil === null || growsUntil <= now);

/** Its money is set aside day by day: tomorrow there may be some again. */
const isDaily = ({ mechanic }: Campaign): boolean => mechanic === "INSTANT" || mechanic === "DRAW";

const places = { CASH: "inWallet", COUPON: "inCoupons", POINTS: "inPoints", VOUCHER: "inVouchers" } as const;

/** Where a given prize is found. */
const homes = {
  CASH: "/webview/wallet",
  COUPON: "/webview/activity/get-coupon",
  POINTS: "/webview/integral",
} as const;

/** What was won, where it is, and when it goes on. */
function Outcome({ campaign: { view, award, nextAt, voucherCode } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { path } = useFrame();
  const moment = useMoment();
  if (view !== "WON" || !award) return null;
  const { kind } = award.prize;
  return (
    <div className="campaign-facts">
      {award.state === "PENDING" || award.state === "HELD" ? (
        <p>{t(award.state === "HELD" ? "awardHeld" : kind === "COUPON" ? "couponWaits" : "awardPending")}</p>
      ) : award.state === "REVOKED" || award.state === "REFUSED" ? (
        <p>{t("awardNotGiven")}</p>
      ) : (
        kind in places && <p>{t(places[kind as keyof typeof places])}</p>
      )}
      {award.state === "GIVEN" && kind in homes && homes[kind as keyof typeof homes] !== path && (
        <p>
          <a href={homes[kind as keyof typeof homes]}>{t("toPrize")}</a>
        </p>
      )}
      {voucherCode && <CopyText label={t("voucherCode")} value={voucherCode} />}
      {nextAt && <p>{t("doneLead", { when: moment(nextAt) })}</p>}
      {award.drawId && (
        <p>
          <a href={`/webview/activity/draw/${award.drawId}`}>{t("seeProof")}</a>
        </p>
      )}
    </div>
  );
}

/** What is over leads to its winners and how they came about. */
function LastDraw({ campaign: { view, lastDrawId, closesAt } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { now } = useFrame();
  if (!lastDrawId || (view !== "ENDED" && closesAt > now)) return null;
  return (
    <p>
      <a href={`/webview/activity/draw/${lastDrawId}`}>{t("lastDraw")}</a>
    </p>
  );
}

/** Where it goes on for whoever can do nothing here now. */
function WayOn({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { view, reason, award } = campaign;
  const missing = view === "NOT_ELIGIBLE" && reason === "AUDIENCE" ? missingNeed(campaign) : null;
  const { path, pathWithQuery } = useFrame();
  // What is over shows its prize at its own address: nothing goes on there.
  const isNamed = new URL(pathWithQuery, "http://own.invalid").searchParams.has("award");
  const [to, label] =
    view === "LOGIN"
      ? // With what a shared link brought along.
        [`/login?next=${encodeURIComponent(pathWithQuery)}`, t("logIn")]
      : view === "NOT_ELIGIBLE" && reason === "IDENTITY_NEEDED"
        ? ["/webview/identity", t("toIdentity")]
        : missing
          ? [missing.path, t(missing.need)]
          : view === "WON" && award?.drawId && isNamed
            ? [path, t("goOn")]
            : view === "SOON"
              ? ["/webview/activity/comming", t("remind")]
              : ["/webview/activity-center", t("toCenter")];
  return (
    <ActionBar>
      <ButtonLink to={to} track="campaign_act" trackValue="act=go">
        {label}
      </ButtonLink>
    </ActionBar>
  );
}
