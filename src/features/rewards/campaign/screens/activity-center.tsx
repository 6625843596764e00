import type { Route } from "./+types/activity-center";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { setCampaignBreak } from "../contract.ts";
import { listCampaigns } from "../list-contract.ts";
import { cardsOfPage, CampaignList } from "../parts/campaign-list.tsx";
import { MarketArt } from "../parts/coupon-art.tsx";
import { RestForm, restInput } from "../parts/rest-form.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.centerTitle, event: "campaign_view" };

export async function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listCampaigns, { limit: cardsOfPage }, { context });
}

const forms = defineForms({
  rest: {
    call: setCampaignBreak,
    input: restInput,
    done: "?saved=1",
  },
});
export const action = forms.action;

export default function ActivityCenter({ loaderData: { items, page }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (items.length === 0)
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("centerEmptyTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("centerEmptyBody")}
      </EmptyState>
    );
  const soon = items.filter(({ view }) => view === "SOON");
  const ended = items.filter(({ view }) => view === "ENDED");
  const running = items.filter((item) => !soon.includes(item) && !ended.includes(item));
  const groups = [
    { heading: t("centerRunning"), items: running },
    { heading: t("centerSoon"), items: soon },
    { heading: t("centerEnded"), items: ended },
  ].filter((group) => group.items.length > 0);
  return (
    <div className="campaign-page">
      <Stack gap="loose">
        <div className="campaign-art">
          <MarketArt />
        </div>
        <Title lead={t("centerLead")}>{t("centerTitle")}</Title>
        <Saved>{t("breakSaved")}</Saved>
        {groups.map((group) => (
          <Section key={group.heading} heading={group.heading}>
            <CampaignList items={group.items} />
          </Section>
        ))}
        <Pagination page={page} />
        <Disclosure summary={t("breakTitle")} {...(actionData ? { open: true } : {})}>
          <RestForm of={forms.form("rest", actionData)} />
        </Disclosure>
      </Stack>
    </div>
  );
}
