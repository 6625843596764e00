/** The screen of every campaign in which one prize of a list is claimed: conditions, prizes, one button. */
import type { ReactNode } from "react";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import type { Campaign } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";
import { texts } from "../texts.ts";
import { ActButton } from "./act.tsx";
import { CampaignFrame } from "./campaign-frame.tsx";
import { campaignForms, type CampaignOutcome } from "./load.ts";
import { prizeWords } from "./prize-words.ts";

interface ClaimScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
  art: ReactNode;
  heading?: ReactNode;
  lead: ReactNode;
  /** The button's text when a skin has its own; the default names the kind of prize. */
  button?: ReactNode;
  rules?: string;
  /** Further fields of the form. */
  fields?: ReactNode;
  children?: ReactNode;
  /** As in `CampaignFrame`. */
  below?: ReactNode;
}

export function ClaimScreen(props: ClaimScreenProps) {
  const { campaign, outcome, art, heading, lead, button, rules, fields, children, below } = props;
  return (
    <CampaignFrame
      campaign={campaign}
      art={art}
      {...(heading ? { heading } : {})}
      lead={lead}
      outcome={outcome}
      below={below}
      {...(rules ? { rules } : {})}
      action={
        campaign.view === "RUNNING" ? (
          <Claim campaign={campaign} outcome={outcome} button={button} fields={fields} />
        ) : null
      }
    >
      {children}
    </CampaignFrame>
  );
}

const takes: Readonly<Partial<Record<Prize["kind"], "takeCoupon" | "takeVoucher">>> = {
  COUPON: "takeCoupon",
  VOUCHER: "takeVoucher",
};

function Claim({
  campaign,
  outcome,
  button,
  fields,
}: Pick<ClaimScreenProps, "campaign" | "outcome" | "button" | "fields">) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { pathWithQuery } = useFrame();
  const { activityId, prizes, isVisitor } = campaign;
  if (isVisitor)
    return (
      <ActionBar>
        <ButtonLink to={`/login?next=${encodeURIComponent(pathWithQuery)}`} track="campaign_act" trackValue="act=go">
          {t("logIn")}
        </ButtonLink>
      </ActionBar>
    );
  const there = prizes.filter(({ left, isTooLate }) => left !== 0 && !isTooLate);
  const only = there.length === 1 ? there[0] : undefined;
  const isCoupon = only?.prize.kind === "COUPON";
  return (
    <ActionForm
      of={campaignForms.form("claim", outcome)}
      hidden={{ activityId, ...(only ? { prizeKey: only.prizeKey } : {}) }}
    >
      {!only && (
        <Choices
          name="prizeKey"
          label={t("choosePrize")}
          choices={there.map(({ prizeKey, prize }) => ({ value: prizeKey, label: prizeWords(prize, language) }))}
        />
      )}
      {fields}
      <ActionBar>
        <ActButton act="claim" {...(isCoupon ? { event: "coupon_obtain" } : {})}>
          {button ?? t(only ? (takes[only.prize.kind] ?? "takeGift") : "takeGift")}
        </ActButton>
      </ActionBar>
    </ActionForm>
  );
}
