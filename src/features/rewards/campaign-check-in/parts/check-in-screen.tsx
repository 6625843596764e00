/** The screen of daily check-ins: seven days, one press. */
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { campaignForms, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { useTexts } from "#web/language.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { texts } from "../texts.ts";
import { CalendarArt } from "./calendar-art.tsx";

interface CheckInScreenProps {
  campaign: Campaign;
  scene: "desk" | "wall";
  outcome: CampaignOutcome;
}

export function CheckInScreen({ campaign, scene, outcome }: CheckInScreenProps) {
  const t = useTexts(texts);
  const { view, streak, streakDays, dayPoints, lastDayPoints, gainedToday, points, activityId } = campaign;
  const isToday = view === "DONE_TODAY";
  // After a full streak the next press starts again.
  const done = !isToday && streak === streakDays ? 0 : streak;
  const gains = done + 1 === streakDays ? lastDayPoints : dayPoints;
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        <CalendarArt
          scene={scene}
          done={done}
          isToday={isToday}
          lastPoints={lastDayPoints}
          goesOn={view !== "ENDED" && view !== "PAUSED"}
        />
      }
      outcome={outcome}
      tag={done > 0 ? t("streak", { count: done }) : t("begin")}
      lead={t("lead", { points: lastDayPoints })}
      {...(view === "RUNNING" ? { heading: t("today", { points: gains }) } : {})}
      action={
        view === "RUNNING" ? (
          <ActionForm of={campaignForms.form("checkIn", outcome)} hidden={{ activityId }}>
            <ActionBar>
              <ActButton act="check-in">{t("press")}</ActButton>
            </ActionBar>
          </ActionForm>
        ) : null
      }
    >
      <Saved by="act" value="check-in">
        {gainedToday === 0
          ? t("counted", { days: streak })
          : t(streak > 1 ? "gained" : "gainedFirst", { points: gainedToday, days: streak })}
      </Saved>
      <p className="campaign-fair">{t("once")}</p>
      <p className="campaign-fair">{t("yours", { points: points.toLocaleString("id-ID") })}</p>
    </CampaignFrame>
  );
}
