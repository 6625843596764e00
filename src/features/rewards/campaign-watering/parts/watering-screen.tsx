/** The screen of every tree: its growth, the remaining energy, one button to pour. */
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { campaignForms, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { stageOf } from "#features/rewards/campaign/parts/places.ts";
import { capOf, type Campaign } from "#features/rewards/campaign/contract.ts";
import { daysBetween, dateInWib } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Checkbox, Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { texts } from "../texts.ts";
import { TreeArt } from "./tree-art.tsx";
import type { Tree } from "./trees.ts";

/** Texts for each place: before planting, and by stage. */
const trees = {
  plant: "plantHeading",
  stages: ["stage0", "stage1", "stage2", "stage3", "stage4"],
} as const;
const words = {
  watering: trees,
  "watering-new": trees,
  "watering-new-year": trees,
  "watering-new-skin": { plant: "plantReef", stages: ["reef0", "reef1", "reef2", "reef3", "reef4"] },
  "watering-new-page": { plant: "plantRice", stages: ["rice0", "rice1", "rice2", "rice3", "rice4"] },
} as const satisfies Readonly<Record<Tree, object>>;

interface WateringScreenProps extends Act {
  tree: Tree;
}

export function WateringScreen({ campaign, outcome, tree }: WateringScreenProps) {
  const t = useTexts(texts);
  const { path, pathWithQuery, now } = useFrame();
  const { grown, fruit, joined, prizes, view } = campaign;
  const stage = view === "WON" ? 4 : joined ? stageOf(grown, fruit) : 0;
  const prize = prizes[0]?.prize;
  const isUnderWay = view === "RUNNING" || view === "WAITING";
  const isPouring = new URL(pathWithQuery, "http://own.invalid").searchParams.get("act") === "pour";
  const days = daysLeftOf(campaign, now);
  const reach = t(checkInsSuffice(campaign, days) ? "checkInsSuffice" : "timeIsShort");
  return (
    <CampaignFrame
      campaign={campaign}
      outcome={outcome}
      rules={`${path}/rule`}
      art={<TreeArt tree={tree} stage={stage} isPouring={isPouring} {...(prize ? fruitOf(prize) : {})} />}
      {...(isUnderWay && joined
        ? {
            tag: t("leftDays", { days }),
            heading: t(words[tree].stages[stage] ?? words[tree].stages[4]),
            lead: <LeftPours campaign={campaign} />,
          }
        : {})}
      {...((view === "RUNNING" || view === "LOGIN") && !joined
        ? { heading: t(words[tree].plant), lead: `${t("plantLead", { days })} ${reach}` }
        : {})}
      action={
        view === "RUNNING" &&
        (joined ? <Water campaign={campaign} outcome={outcome} /> : <PlantForm campaign={campaign} outcome={outcome} />)
      }
    >
      {joined && view !== "WON" && (
        <>
          <Progress label={t("grown")} words={t("ofFruit", { grown, fruit })} value={grown} maximum={fruit} />
          {view === "WAITING" && campaign.nextAt && (
            <p>
              <LeftPours campaign={campaign} />
            </p>
          )}
          <p className="campaign-fair">
            {t("energy", { count: campaign.energy })} {!campaign.isOver && reach}
          </p>
        </>
      )}
    </CampaignFrame>
  );
}

/** Whole days until the tree's time, or the campaign, is over; for a tree not planted yet, as if it were planted now. */
function daysLeftOf(campaign: Campaign, now: string): number {
  const until = (at: string) => daysBetween(dateInWib(new Date(now)), dateInWib(new Date(at)));
  const { growsUntil, closesAt } = campaign;
  return Math.min(growsUntil ? until(growsUntil) : capOf(campaign, "GROWING_DAYS"), until(closesAt));
}

/** Whether one check-in a day, including today's, brings the energy that the fruit still needs. */
function checkInsSuffice({ tasks, fruit, grown, energy }: Campaign, days: number): boolean {
  const daily = tasks.find(({ task }) => task === "DAILY_SIGN_IN");
  if (!daily) return false;
  return daily.gives * (daily.doneToday ? days - 1 : days) >= fruit - grown - energy;
}

/** The label on the grown tree: the prize as a figure. */
function fruitOf(prize: Campaign["prizes"][number]["prize"]): { fruit?: string } {
  if ("rupiah" in prize) return { fruit: formatRupiah(prize.rupiah) };
  return prize.kind === "POINTS" ? { fruit: `+${prize.points}` } : {};
}

function LeftPours({ campaign: { grown, fruit, pour, prizes } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const prize = prizes[0]?.prize;
  return (
    <>
      {t("leftPours", {
        count: Math.ceil((fruit - grown) / pour),
        prize: prize ? unbroken(prizeWords(prize, language)) : "",
      })}
    </>
  );
}

interface Act {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

function PlantForm({ campaign: { activityId }, outcome }: Act) {
  const t = useTexts(texts);
  return (
    <ActionForm of={campaignForms.form("join", outcome)} hidden={{ activityId }}>
      <Checkbox name="agree" required>
        {t("agree")}
      </Checkbox>
      <ActionBar>
        <ActButton act="join">{t("plant")}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}

const maxPours = 5;

const poursOf = ({ energy, pour, grown, fruit }: Campaign): number =>
  Math.min(maxPours, Math.floor(energy / pour), Math.ceil((fruit - grown) / pour));

/** Pours energy; without energy, today's press brings some. */
function Water({ campaign, outcome }: Act) {
  const t = useTexts(texts);
  const { activityId, energy, pour } = campaign;
  const possible = poursOf(campaign);
  if (possible < 1)
    return (
      <ActionForm of={campaignForms.form("checkIn", outcome)} hidden={{ activityId }}>
        <ActionBar>
          <ActButton act="check-in">{t("checkIn")}</ActButton>
        </ActionBar>
      </ActionForm>
    );
  const counts = Array.from({ length: possible }, (_, index) => index + 1);
  return (
    <ActionForm of={campaignForms.form("pour", outcome)} hidden={{ activityId, energyBefore: String(energy) }}>
      {possible > 1 ? (
        <Choices
          name="pours"
          label={t("pours")}
          columns={3}
          defaultValue={String(possible)}
          choices={counts.map((count) => ({ value: String(count), label: t("times", { count, pour }) }))}
        />
      ) : (
        <input type="hidden" name="pours" value="1" />
      )}
      <ActionBar>
        <ActButton act="pour">{t("pour")}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}
