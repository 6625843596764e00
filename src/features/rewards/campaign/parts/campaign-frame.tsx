/** The common structure of every campaign's screen: artwork, state, current facts, prizes, tasks, one action, period and terms. // Product decisions, rewards 1 */
import type { ReactNode } from "react";
import { dateInWib, daysBetween, formatDate, formatHour, formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { capOf, type Award, type Campaign, type CampaignView } from "../contract.ts";
import { texts } from "../texts.ts";
import { ActButton, ActResult, type ActOutcome } from "./act.tsx";
import { Conditions, CampaignFactsTable, Fairness, missingNeed, Needs, Prizes, Tasks } from "./campaign-tables.tsx";
import { campaignForms } from "./load.ts";
import { LastResult } from "./last-result.tsx";
import { EndedWords, LateTag, StillToFetch } from "./late-words.tsx";
import { prizeWords } from "./prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { RulesPage } from "./rules-page.tsx";
import { toneOf } from "./tone.ts";
import { isGiven, WonActions, WonPart } from "./won-part.tsx";
import { wonTexts } from "./won-texts.ts";

export interface CampaignFrameProps {
  campaign: Campaign;
  art: ReactNode;
  /** Replaces the state's own words. */
  tag?: ReactNode;
  heading?: ReactNode;
  lead?: ReactNode;
  /** Figures that are true now: a progress, a calendar. */
  children?: ReactNode;
  /** Further content of this screen in every state, before the action. */
  below?: ReactNode;
  /** The rest of a press's result, shown also after a win: the other eggs. */
  result?: ReactNode;
  /** The action, when one is possible: shown in an action bar of its own. */
  action?: ReactNode;
  /** The form around artwork, state and action, when the choice is made in the artwork: `action` is then its `<ActionBar>`. */
  form?: (parts: ReactNode) => ReactNode;
  /** The result of the form that was sent here, for tracking. */
  outcome?: ActOutcome;
  /** Address of its page of rules; default: the screen's own address, with `rules`. */
  rules?: string;
  /** Further rules in addition to the tables, a sentence each. */
  terms?: readonly string[];
  /** A table that replaces the prizes' table. */
  prizes?: ReactNode;
}

const tones: Readonly<Partial<Record<CampaignView, "info" | "attention" | "ok">>> = {
  RUNNING: "info",
  DONE_TODAY: "ok",
  WAITING: "ok",
  SOON: "info",
  LOGIN: "info",
};

export function CampaignFrame({
  campaign,
  art,
  tag,
  heading,
  lead,
  children,
  result,
  below,
  action,
  form = (parts) => parts,
  outcome,
  rules,
  terms = [],
  prizes,
}: CampaignFrameProps) {
  const { path, pathWithQuery } = useFrame();
  const { view } = campaign;
  const query = new URL(pathWithQuery, "http://own.invalid").searchParams;
  const of = query.get("of");
  // The address names this campaign although its skin's screen shows another one by default: so the link to its rules must name it too.
  const named = (to: string) => (of === campaign.activityId ? `${to}${to.includes("?") ? "&" : "?"}of=${of}` : to);
  if (query.has("rules")) return <RulesPage campaign={campaign} terms={terms} />;
  const isOpen = view === "RUNNING" || view === "DONE_TODAY" || view === "WAITING" || view === "LOST";
  const isOffer = view === "RUNNING" || view === "LOGIN";
  return (
    <div className={`campaign ${toneOf(campaign.skin)}`} data-activity={campaign.activityId}>
      <ActResult outcome={outcome} campaign={campaign} />
      <Stack gap="loose">
        {isGiven(campaign) ? (
          <>
            <WonPart campaign={campaign} art={art}>
              {result}
            </WonPart>
            <WonActions campaign={campaign} />
          </>
        ) : (
          form(
            <>
              <div className={isOverView(view) ? "campaign-art campaign-art-over" : "campaign-art"}>
                {art}
                <StateSign view={view} />
              </div>
              <Stack>
                <p>
                  <Badge kind={tones[view] ?? "plain"}>
                    <Tag campaign={campaign}>{isOpen && tag}</Tag>
                  </Badge>
                </p>
                <Title lead={(isOffer && whole(lead)) || <StateWords campaign={campaign} />}>
                  <Headline
                    campaign={campaign}
                    own={isOffer || view === "WAITING" || view === "DONE_TODAY" ? whole(heading) : undefined}
                  />
                </Title>
                <StillToFetch campaign={campaign} />
                <Outcome campaign={campaign} />
                <LastResult campaign={campaign} />
                <LastDraw campaign={campaign} />
                {result}
                {(isOpen || (isOffer && campaign.mechanic === "CLAIM")) && children}
              </Stack>
              {isOpen && action ? action : view !== "SOON" && <WayOn campaign={campaign} />}
            </>,
          )
        )}
        {view === "SOON" && <Reminder campaign={campaign} outcome={outcome} />}
        <div className="campaign-tables">
          <Needs campaign={campaign} />
          {prizes ?? <Prizes campaign={campaign} />}
          {!campaign.isOver && <Conditions campaign={campaign} />}
          <Tasks campaign={campaign} />
          <Fairness campaign={campaign} />
          <CampaignFactsTable campaign={campaign} rules={named(rules ?? `${path}?rules=1`)} />
          {below}
        </div>
      </Stack>
    </div>
  );
}

const isOverView = (view: CampaignView): boolean => view === "ENDED" || view === "BUDGET_OUT";

const fates = { PENDING: null, HELD: "checked", GIVEN: null, REFUSED: "notGiven", REVOKED: "revoked" } as const;

/** The state in a word or two: the skin's own words if it has some, but never "your prize" for an award that is not given. */
function Tag({ campaign, children }: { campaign: Campaign; children: ReactNode }) {
  const [t, won] = [useTexts(texts), useTexts(wonTexts)];
  const { view, isOver, award } = campaign;
  if (isOver && view === "RUNNING") return <LateTag />;
  const fate = award && fates[award.state];
  if (view === "WON" && fate) return <>{won(fate)}</>;
  return <>{children || t(view)}</>;
}

/** An amount in a sentence stays on one line. */
const whole = (words: ReactNode): ReactNode => (typeof words === "string" ? unbroken(words) : words);

/** The sign on the artwork for states without an action, in the style of the kit. The words below say the same. */
const signs: Readonly<Partial<Record<CampaignView, SignName>>> = {
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

/** The headline: the prize after a win; otherwise the skin's own words, or the campaign's. */
function Headline({ campaign: { view, mechanic, award, title }, own }: { campaign: Campaign; own: ReactNode }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (view === "WON" && award) return <>{unbroken(prizeWords(award.prize, language))}</>;
  if (view === "LOST") return <>{t(mechanic === "PICK" ? "pickLost" : "LOST")}</>;
  return <>{own ?? unbroken(title)}</>;
}

function useMoment() {
  const language = useLanguage();
  return (at: string) => formatInstant(new Date(at), language, "WIB", "short");
}

/** Days of the calendar in WIB until a moment. */
const daysUntil = (at: string, now: string): number => daysBetween(dateInWib(new Date(now)), dateInWib(new Date(at)));

/** When it opens, and the time until then: by the server's day, so that a wrong phone clock does not matter. */
function soonWords(t: ReturnType<typeof useTexts<typeof texts>>, when: string, days: number): string {
  if (days < 1) return t("soonLead", { when });
  return days === 1 ? t("soonTomorrow", { when }) : t("soonDays", { when, days });
}

/** No congratulation for an award that is not given. */
function AwardWords({ award: { state, prize } }: { award: Award }) {
  const won = useTexts(wonTexts);
  const language = useLanguage();
  return <>{state === "GIVEN" ? "" : unbroken(won(state, { prize: prizeWords(prize, language) }))}</>;
}

/** The state in one sentence. */
export function StateWords({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const moment = useMoment();
  const language = useLanguage();
  const { now } = useFrame();
  const { view, reason, restsUntil, opensAt, nextAt, award } = campaign;
  switch (view) {
    case "NOT_ELIGIBLE":
      if (reason === "BREAK" && restsUntil)
        return <>{t("restUntil", { day: formatDate(dateInWib(new Date(restsUntil)), language) })}</>;
      return <>{t(!reason || (reason === "AUDIENCE" && campaign.needs.length === 0) ? "ADULTS_ONLY" : reason)}</>;
    case "SOON":
      return <>{soonWords(t, moment(opensAt), daysUntil(opensAt, now))}</>;
    case "DONE_TODAY":
      return <>{nextAt ? t("doneLead", { when: moment(nextAt) }) : t("lastDayDone")}</>;
    case "WON":
      return award ? <AwardWords award={award} /> : null;
    case "LOST":
      return <>{t(campaign.mechanic === "PICK" ? "pickLostLead" : "lostLead")}</>;
    case "WAITING":
      if (campaign.mechanic === "DRAW" && nextAt)
        return (
          <>
            {t("waitingDraw", {
              day: formatDate(dateInWib(new Date(nextAt)), language, "short"),
              hour: formatHour(capOf(campaign, "DRAW_HOUR"), language),
            })}
          </>
        );
      if (nextAt) return <>{t("waitingUntil", { when: moment(nextAt) })}</>;
      return <>{t(campaign.mechanic === "PICK" || campaign.mechanic === "DRAW" ? "waitingResult" : "lastDayDone")}</>;
    case "BUDGET_OUT":
      return <>{t(isDaily(campaign) ? "budgetOutToday" : "budgetOutLead")}</>;
    case "PAUSED":
      return <>{t("pausedLead")}</>;
    case "ENDED":
      return hasWithered(campaign, now) ? <>{t("growOver")}</> : <EndedWords campaign={campaign} />;
    case "LOGIN":
    case "RUNNING":
      return null;
  }
}

/** Its days ended before it bore fruit. */
const hasWithered = ({ mechanic, joined, grown, fruit, growsUntil }: Campaign, now: string): boolean =>
  mechanic === "GROW" && joined && grown < fruit && (growsUntil === null || growsUntil <= now);

/** Money is reserved for each day: tomorrow there may be some again. */
const isDaily = ({ mechanic }: Campaign): boolean => mechanic === "INSTANT" || mechanic === "DRAW";

/** A prize that is not given (yet): the reason, and its draw. */
function Outcome({ campaign: { view, award, nextAt } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const moment = useMoment();
  if (view !== "WON" || !award) return null;
  const { state, prize, drawId } = award;
  const isOut = state === "REVOKED" || state === "REFUSED";
  const words = state === "HELD" ? "awardHeld" : prize.kind === "COUPON" ? "couponWaits" : "awardPending";
  return (
    <div className="campaign-facts">
      <p>{t(isOut ? "awardNotGiven" : words)}</p>
      {nextAt && <p>{t("doneLead", { when: moment(nextAt) })}</p>}
      {drawId && (
        <p>
          <a href={`/webview/activity/draw/${drawId}`}>{t("seeProof")}</a>
        </p>
      )}
    </div>
  );
}

/** A campaign that is over links to its winners and the proof of its draw. */
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

/** Turns the notice at a coming campaign's opening on or off. */
function Reminder({ campaign: { activityId, reminds }, outcome }: { campaign: Campaign; outcome: ActOutcome }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={campaignForms.form("remind", outcome)} hidden={{ activityId, remind: String(!reminds) }}>
      <Saved by="reminded" value="true">
        {t("remindOn")}
      </Saved>
      <Saved by="reminded" value="false">
        {t("remindOff")}
      </Saved>
      <ActionBar>
        <ActButton act="remind" kind={reminds ? "secondary" : "primary"}>
          {t(reminds ? "remindStop" : "remind")}
        </ActButton>
      </ActionBar>
    </ActionForm>
  );
}

/** The next step for a person who can do nothing here now. */
function WayOn({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { view, reason, award } = campaign;
  const missing = view === "NOT_ELIGIBLE" && reason === "AUDIENCE" ? missingNeed(campaign) : null;
  const { path, pathWithQuery } = useFrame();
  // A past campaign shows its prize at its own address and offers no next step there.
  const isNamed = new URL(pathWithQuery, "http://own.invalid").searchParams.has("award");
  const [to, label] =
    view === "LOGIN"
      ? // With the parameters of a shared link.
        [`/login?next=${encodeURIComponent(pathWithQuery)}`, t("logIn")]
      : view === "NOT_ELIGIBLE" && reason === "IDENTITY_NEEDED"
        ? ["/webview/identity", t("toIdentity")]
        : view === "NOT_ELIGIBLE" && reason === "CARD_TAKEN"
          ? ["/webview/customer-service", t("toStaff")]
          : missing
            ? [missing.path, t(missing.need)]
            : view === "WON" && award?.drawId && isNamed
              ? [path, t("goOn")]
              : ["/webview/activity-center", t("toCenter")];
  return (
    <ActionBar>
      <ButtonLink to={to} track="campaign_act" trackValue="act=go">
        {label}
      </ButtonLink>
    </ActionBar>
  );
}
