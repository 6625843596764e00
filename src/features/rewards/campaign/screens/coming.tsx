import type { Route } from "./+types/coming";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listCampaigns } from "../contract.ts";
import { CampaignList } from "../parts/campaign-list.tsx";
import { CurtainArt } from "../parts/coupon-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.comingTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export async function loader({ context }: Route.LoaderArgs) {
  return call(listCampaigns, { state: "SOON" }, { context });
}

export default function Coming({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <div className="campaign-art">
        <CurtainArt />
      </div>
      <Title {...(items.length === 0 ? { lead: t("comingEmpty") } : {})}>{t("comingTitle")}</Title>
      {items.length > 0 && <CampaignList items={items} />}
      <ActionBar>
        <ButtonLink to="/webview/activity-center" track="campaign_act">
          {t("toCenter")}
        </ButtonLink>
      </ActionBar>
    </Stack>
  );
}
