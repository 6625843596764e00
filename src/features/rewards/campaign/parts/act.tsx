/** Tracking of actions in campaigns: that an action was requested, and on the next page its result. // Product decisions, rewards 11 */
import type { ReactNode } from "react";
import type { FormOutcome } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Button, type ButtonKind } from "#web/ui/button/button.tsx";
import type { Campaign } from "../contract.ts";

/** The actions, by the last word of their call's path. */
const campaignActs = ["join", "check-in", "claim", "play", "pour", "pick", "help", "remind"] as const;
export type CampaignAct = (typeof campaignActs)[number];

/** The tracked name of each form on a campaign's screens. */
const actOfForm: ReadonlyMap<string, CampaignAct> = new Map([
  ...campaignActs.map((act) => [act, act] as const),
  ["checkIn", "check-in"],
  ["exchange", "claim"],
]);

/** The address of a page as the answer to an action: names the action, and adds what the page needs to show the result. */
export function answerPath(path: string, act: CampaignAct, more: Readonly<Record<string, string | null>> = {}): string {
  const given = Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${path}?${new URLSearchParams([...given, ["act", act]])}`;
}

interface ActButtonProps {
  act: CampaignAct;
  /** A separate event, if the table of events has one. */
  event?: "coupon_obtain";
  kind?: ButtonKind;
  compact?: boolean;
  children: ReactNode;
}

/** Sends an action's form, and is tracked under the action's name. */
export function ActButton({ act, event, kind = "primary", compact = false, children }: ActButtonProps) {
  return (
    <Button kind={kind} compact={compact} track={event ?? "campaign_act"} trackValue={`act=${act}`}>
      {children}
    </Button>
  );
}

/** The result of the form's action, for the screen. */
export type ActOutcome = object | null | undefined;
type Sent = Partial<Pick<FormOutcome, "form" | "answer">> | null | undefined;

interface ActToldProps {
  outcome: ActOutcome;
  campaign?: Pick<Campaign, "view" | "award">;
}

/** Tracks once the result of the action that led to this page: a prize, nothing, done, or the code of its refusal. */
export function ActResult({ outcome, campaign }: ActToldProps) {
  const { pathWithQuery, posted } = useFrame();
  const sent: Sent = outcome;
  const act = posted
    ? actOfForm.get(sent?.form ?? "")
    : campaignActs.find((one) => one === new URL(pathWithQuery, "http://own.invalid").searchParams.get("act"));
  if (!act) return null;
  const outcomeCode = posted ? sent?.answer?.failure.status.code : wordOf(act, campaign);
  if (!outcomeCode) return null;
  return (
    <span
      hidden
      data-track="campaign_act"
      data-track-value={`act=${act}&outcome=${outcomeCode}`}
      data-track-answer=""
    />
  );
}

/** An award is tracked as one, whatever the prize; only plays track that a ticket won nothing. */
function wordOf(act: CampaignAct, campaign: ActToldProps["campaign"]): "AWARD" | "NOTHING" | "DONE" {
  if (campaign?.view === "WON" && campaign.award) return "AWARD";
  return act === "play" ? "NOTHING" : "DONE";
}
