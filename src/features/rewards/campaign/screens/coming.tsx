import type { Route } from "./+types/coming";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listCampaigns } from "../list-contract.ts";
import { ActButton, ActResult, answerPath } from "../parts/act.tsx";
import { cardsOfPage, CampaignList } from "../parts/campaign-list.tsx";
import { CurtainArt } from "../parts/coupon-art.tsx";
import { remindOfCampaign } from "../reminder-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.comingTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listCampaigns, { state: "SOON", limit: cardsOfPage }, { context });
}

const forms = defineForms({
  remind: {
    call: remindOfCampaign,
    done: (_reply, { url, form }) => answerPath(url.pathname, "remind", { reminded: String(form.get("remind")) }),
  },
});
export const action = forms.action;

export default function Coming({ loaderData: { items, page }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <div className="campaign-page">
      <Stack gap="loose">
        <ActResult outcome={actionData} />
        <div className="campaign-art">
          <CurtainArt />
        </div>
        <Title {...(items.length === 0 ? { lead: t("comingEmpty") } : {})}>{t("comingTitle")}</Title>
        <Saved by="reminded" value="true">
          {t("remindOn")}
        </Saved>
        <Saved by="reminded" value="false">
          {t("remindOff")}
        </Saved>
        {items.length > 0 && (
          <CampaignList
            items={items}
            under={({ activityId, reminds }) => (
              <ActionForm
                of={forms.form("remind", actionData)}
                id={`remind-${activityId}`}
                which={{ activityId }}
                hidden={{ remind: String(!reminds) }}
              >
                <ActButton act="remind" kind="secondary" compact>
                  {t(reminds ? "remindStop" : "remind")}
                </ActButton>
              </ActionForm>
            )}
          />
        )}
        {items.length > 0 && <p className="campaign-fair">{t("remindTerms")}</p>}
        <Pagination page={page} />
        <ActionBar>
          <ButtonLink to="/webview/activity-center" track="campaign_act" trackValue="act=go">
            {t("toCenter")}
          </ButtonLink>
        </ActionBar>
      </Stack>
    </div>
  );
}
