import type { Route } from "./+types/coming";
import { useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listCampaigns } from "../contract.ts";
import { cardsOfPage, CampaignList } from "../parts/campaign-list.tsx";
import { CurtainArt } from "../parts/coupon-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.comingTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listCampaigns, { state: "SOON", limit: cardsOfPage }, { context });
}

export default function Coming({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <div className="campaign-art">
        <CurtainArt />
      </div>
      <Title {...(items.length === 0 ? { lead: t("comingEmpty") } : {})}>{t("comingTitle")}</Title>
      {items.length > 0 && <CampaignList items={items} />}
      <Pagination page={page} />
      <ActionBar>
        <ButtonLink to="/webview/activity-center" track="campaign_act">
          {t("toCenter")}
        </ButtonLink>
      </ActionBar>
    </Stack>
  );
}
