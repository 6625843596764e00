/** The screen of every egg campaign: a ticket, three eggs, one choice. */
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { campaignForms, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { texts } from "../texts.ts";
import { EggArt, type EggScene } from "./egg-art.tsx";

interface EggScreenProps {
  campaign: Campaign;
  scene: EggScene;
  outcome: CampaignOutcome;
  rules: string;
}

export function EggScreen({ campaign, scene, outcome, rules }: EggScreenProps) {
  const t = useTexts(texts);
  const { view, ticketIds, playsLeft } = campaign;
  const isReady = view === "RUNNING" && ticketIds.length > 0;
  return (
    <CampaignFrame
      campaign={campaign}
      art={<EggArt scene={scene} campaign={campaign} />}
      outcome={outcome}
      rules={rules}
      {...(view === "RUNNING"
        ? {
            tag: t("tickets", { count: ticketIds.length, left: playsLeft }),
            heading: t("choose"),
            lead: t(isReady ? "chooseLead" : "getTicketLead"),
          }
        : {})}
      action={canAct(campaign) && <Action campaign={campaign} outcome={outcome} rules={rules} />}
    >
      <Others campaign={campaign} />
    </CampaignFrame>
  );
}

/** What the eggs held that were not chosen; never "almost". */
function Others({ campaign: { play, prizes } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!play) return null;
  const others = play.held
    .filter((_key, index) => index + 1 !== play.choice)
    .map((key) => prizes.find(({ prizeKey }) => prizeKey === key))
    .map((line) => (line ? prizeWords(line.prize, language) : ""));
  return <p className="campaign-fair">{t("others", { held: others.join(", ") })}</p>;
}

const isPressed = ({ tasks }: Campaign): boolean =>
  tasks.some(({ task, doneToday }) => task === "DAILY_SIGN_IN" && doneToday);

/** Whether something can be done here now: open an egg, or get a ticket. */
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
  if (asksAgreement) return <To path={rules} label={t("agreeAndPlay")} />;
  return (
    <ActionForm of={campaignForms.form("play", outcome)} hidden={{ ...hidden, ticketId }}>
      <Choices
        name="choice"
        label={t("which")}
        columns={3}
        defaultValue="2"
        choices={[
          { value: "1", label: t("left") },
          { value: "2", label: t("middle") },
          { value: "3", label: t("right") },
        ]}
      />
      <ActionBar>
        <ActButton act="play">{t("open")}</ActButton>
      </ActionBar>
    </ActionForm>
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
