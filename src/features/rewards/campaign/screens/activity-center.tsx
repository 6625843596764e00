import type { Route } from "./+types/activity-center";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { getCampaignBreak, setCampaignBreak, type CampaignView } from "../contract.ts";
import { listCampaigns, type CampaignSummary } from "../list-contract.ts";
import { cardsOfPage, CampaignList } from "../parts/campaign-list.tsx";
import { centerTexts } from "../parts/center-texts.ts";
import { MarketArt } from "../parts/coupon-art.tsx";
import { RestForm, restInput } from "../parts/rest-form.tsx";
import { todayOf, todayWords } from "../parts/today-list.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.centerTitle, event: "campaign_view" };

/** A break is confirmed on the page itself: the list shows it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { items, page } = await readPage(request, listCampaigns, { limit: cardsOfPage }, { context });
  const isResting = items.some(({ ownState }) => ownState === "REST");
  return { items, page, rest: isResting ? (await call(getCampaignBreak, {}, { context })).rest : null };
}

const forms = defineForms({
  rest: {
    call: setCampaignBreak,
    input: restInput,
    done: "?saved=1",
  },
});
export const action = forms.action;

export default function ActivityCenter({ loaderData: { items, page, rest }, actionData }: Route.ComponentProps) {
  const [t, center] = [useTexts(texts), useTexts(centerTexts)];
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
  const today = todayOf(items);
  const soon = items.filter(({ view }) => view === "SOON");
  const ended = items.filter(({ view }) => view === "ENDED");
  const running = items.filter((item) => !soon.includes(item) && !ended.includes(item) && !today.includes(item));
  const ofState = (...states: (CampaignSummary["ownState"] | "STILL")[]) =>
    running.filter(({ view, ownState }) => states.includes(isStill(view) ? "STILL" : ownState));
  const groups = [
    { heading: null, items: today },
    { heading: center("also"), items: ofState("NOW", "OPEN") },
    { heading: center("done"), items: ofState("DONE") },
    { heading: t("centerRunning"), items: ofState(null) },
    { heading: center("rest"), items: ofState("LATER", "REST", "TAKEN", "STILL") },
    { heading: t("centerSoon"), items: soon },
    { heading: t("centerEnded"), items: ended },
  ].filter((group) => group.items.length > 0);
  return (
    <div className="campaign-page">
      <Stack gap="loose">
        <div className="campaign-art">
          <MarketArt />
        </div>
        <Title lead={t("centerLead")}>{today.length > 0 ? todayWords(today.length, center) : t("centerTitle")}</Title>
        <Saved>{t("breakSaved")}</Saved>
        {rest && <Resting until={rest.until} />}
        {groups.map(({ heading, items: listed }) =>
          heading === null ? (
            <CampaignList key="today" items={listed} />
          ) : (
            <Section key={heading} heading={heading}>
              <CampaignList items={listed} />
            </Section>
          ),
        )}
        <Pagination page={page} />
        {rest?.until !== null || !rest ? (
          <Disclosure summary={t("breakTitle")} {...(actionData ? { open: true } : {})}>
            <RestForm of={forms.form("rest", actionData)} />
          </Disclosure>
        ) : null}
      </Stack>
    </div>
  );
}

/** Campaigns without available prizes come last among the running ones. */
const isStill = (view: CampaignView): boolean => view === "PAUSED" || view === "BUDGET_OUT";

/** A rest, and its last day. */
function Resting({ until }: { until: string | null }) {
  const t = useTexts(centerTexts);
  const language = useLanguage();
  const day = until && formatDate(dateInWib(new Date(until)), language);
  return <Notice>{day ? t("restingUntil", { day }) : t("restingForGood")}</Notice>;
}
