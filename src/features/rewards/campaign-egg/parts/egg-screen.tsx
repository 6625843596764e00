/** The screen of every egg campaign: a ticket, three eggs, one choice. */
import { ArtChoice, ChosenWords } from "#features/rewards/campaign/parts/art-choice.tsx";
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { campaignForms, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { texts } from "../texts.ts";
import { EggArt, EggGround, EggPicture, type EggScene } from "./egg-art.tsx";

interface EggScreenProps {
  campaign: Campaign;
  scene: EggScene;
  outcome: CampaignOutcome;
  rules: string;
}

export function EggScreen({ campaign, scene, outcome, rules }: EggScreenProps) {
  const t = useTexts(texts);
  const { view, ticketIds, playsLeft, activityId, asksAgreement } = campaign;
  const ticketId = view === "RUNNING" && !asksAgreement ? ticketIds[0] : undefined;
  const best = useBest(campaign);
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        ticketId === undefined ? (
          <EggArt scene={scene} campaign={campaign} />
        ) : (
          <EggChoice scene={scene} campaign={campaign} />
        )
      }
      {...(ticketId === undefined
        ? {}
        : {
            form: (parts) => (
              <ActionForm of={campaignForms.form("play", outcome)} hidden={{ activityId, ticketId }}>
                {parts}
              </ActionForm>
            ),
          })}
      outcome={outcome}
      rules={rules}
      {...(view === "RUNNING"
        ? {
            tag: t("tickets", { count: ticketIds.length, left: playsLeft }),
            heading: t(ticketIds.length > 0 ? "choose" : "getTicketHeading"),
            lead: t(ticketIds.length > 0 ? "chooseLead" : "getTicketLead"),
          }
        : { lead: best === null ? t("promiseOfDay") : t("promise", { best }) })}
      action={canAct(campaign) && <Action campaign={campaign} outcome={outcome} rules={rules} />}
      result={<Others campaign={campaign} />}
    />
  );
}

/** The best available prize in words; null when the eggs hold none. */
function useBest({ prizes }: Campaign): string | null {
  const language = useLanguage();
  const best = prizes.find(({ prize, left }) => prize.kind !== "NOTHING" && left !== 0);
  return best ? prizeWords(best.prize, language) : null;
}

const eggs = [
  { value: "1", word: "left" },
  { value: "2", word: "middle" },
  { value: "3", word: "right" },
] as const;

/** The eggs themselves are the choice; the middle one is preselected. */
function EggChoice({ scene, campaign }: Pick<EggScreenProps, "scene" | "campaign">) {
  const t = useTexts(texts);
  return (
    <ArtChoice
      name="choice"
      label={t("which")}
      look="few"
      defaultValue="2"
      scene={<EggGround scene={scene} campaign={campaign} />}
      options={eggs.map(({ value, word }, index) => ({
        value,
        name: t(word),
        picture: <EggPicture scene={scene} look={index + 1} />,
      }))}
    />
  );
}

/** The content of the eggs that were not chosen; never "almost". */
function Others({ campaign: { play, prizes, view } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!play) return null;
  const others = play.held
    .filter((_key, index) => index + 1 !== play.choice)
    .flatMap((key) => prizes.find(({ prizeKey }) => prizeKey === key) ?? []);
  const areEmpty = others.every(({ prize }) => prize.kind === "NOTHING");
  const otherPrizes = others.map(({ prize }) => prizeWords(prize, language)).join(", ");
  return (
    <p className="campaign-others">
      {areEmpty ? t(view === "LOST" ? "othersEmptyToo" : "othersEmpty") : unbroken(t("others", { held: otherPrizes }))}
    </p>
  );
}

const isPressed = ({ tasks }: Campaign): boolean =>
  tasks.some(({ task, doneToday }) => task === "DAILY_SIGN_IN" && doneToday);

/** Whether an action is possible now: open an egg, or get a ticket. */
function canAct(campaign: Campaign): boolean {
  const { view, ticketIds, playsLeft } = campaign;
  const hasTicket = ticketIds.length > 0;
  return view === "LOST" ? hasTicket && playsLeft > 0 : view === "RUNNING" && (hasTicket || !isPressed(campaign));
}

function Action({ campaign, outcome, rules }: Pick<EggScreenProps, "campaign" | "outcome" | "rules">) {
  const t = useTexts(texts);
  const { view, ticketIds, asksAgreement, path, activityId } = campaign;
  const ticketId = ticketIds[0];
  const hidden = { activityId };
  if (view === "LOST") return <To path={path} label={t("again")} />;
  if (ticketId === undefined)
    return (
      <ActionForm of={campaignForms.form("checkIn", outcome)} hidden={hidden}>
        <ActionBar>
          <ActButton act="check-in">{t("getTicket")}</ActButton>
        </ActionBar>
      </ActionForm>
    );
  if (asksAgreement) return <To path={rules} label={t("readTerms")} />;
  return (
    <ActionBar>
      <ActButton act="play">
        <ChosenWords any={t("open")} words={[t("openLeft"), t("openMiddle"), t("openRight")]} />
      </ActButton>
    </ActionBar>
  );
}

function To({ path, label }: { path: string; label: string }) {
  return (
    <ActionBar>
      <ButtonLink to={path} track="campaign_act" trackValue="act=go">
        {label}
      </ButtonLink>
    </ActionBar>
  );
}
