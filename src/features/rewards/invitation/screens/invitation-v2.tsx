import type { Route } from "./+types/invitation-v2";
import { formatRupiah } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { campaignForms } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { Invitation } from "../contract.ts";
import { InviteArt } from "../parts/invite-art.tsx";
import { InviteScreen, loadInvitation } from "../parts/invite-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadInvitation(args);
export const action = campaignForms.action;

export default function InvitationV2({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation } = loaderData;
  return (
    <InviteScreen
      {...loaderData}
      outcome={actionData}
      version={2}
      detail="/webview/invitation-human-v2/detail"
      art={
        <InviteArt
          scene="dusk"
          friends={invitation.friends.counted}
          {...(invitation.monthRupiah > 0 ? { amount: formatRupiah(invitation.monthRupiah) } : {})}
        />
      }
    >
      <Month invitation={invitation} />
      {invitation.code && <Card code={invitation.code} />}
    </InviteScreen>
  );
}

/** Rewards for friends this month, and the monthly limit for withdrawals. */
function Month({ invitation: { monthRupiah, monthCapRupiah } }: { invitation: Invitation }) {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <Progress
        label={t("monthProgress")}
        words={t("ofCap", { amount: formatRupiah(monthRupiah), cap: formatRupiah(monthCapRupiah) })}
        value={Math.min(monthRupiah, monthCapRupiah)}
        maximum={monthCapRupiah}
      />
      {monthRupiah > monthCapRupiah && <Small>{t("overCap")}</Small>}
    </Stack>
  );
}

const card = "/api/invitation/card";

function Card({ code }: { code: string }) {
  const t = useTexts(texts);
  const shown = code.replace(/(.{4})(?=.)/g, "$1-");
  return (
    <Section heading={t("card")}>
      <img
        className="invite-card"
        src={card}
        width={1080}
        height={1080}
        alt={t("cardAlt", { code: shown })}
        loading="lazy"
      />
      <Small>{t("cardHint")}</Small>
      <ButtonLink kind="secondary" to={card} download={`undangan-${code}.png`} track="invite_share">
        {t("cardSave")}
      </ButtonLink>
    </Section>
  );
}
