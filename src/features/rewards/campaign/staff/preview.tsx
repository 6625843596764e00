import type { Route } from "./+types/preview";
import { languages } from "#shared/texts.ts";
import { call } from "#web/api.ts";
import { PreviewContext } from "#web/frame.tsx";
import { LanguageProvider, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { ineligibleReasons } from "../contract.ts";
import { previewParts } from "../preview-contract.ts";
import { previewCampaign } from "../staff-contract.ts";
import { languageNames } from "./language-names.ts";
import { campaignPreviewTexts } from "./preview-texts.ts";
import { SkinPreview } from "./skin-preview.tsx";

export const handle: ScreenHandle<{ campaign: { activityId: string } }> = {
  title: campaignPreviewTexts.title,
  head: ({ campaign }) => ({ title: campaign.activityId }),
  keptKeys: ["view", "reason", "part", "rules", "language"],
};

/** A page without an action, so that posts to it are refused. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const chosen = Object.fromEntries(
    ["view", "reason", "part", "language"].flatMap((key) => (query.get(key) ? [[key, query.get(key)!]] : [])),
  );
  const { campaign, views, promises } = await call(
    previewCampaign,
    { activityId: params.activityId, ...chosen },
    { context },
  );
  return { campaign, views, promises, chosen, isRules: query.has("rules") };
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const t = useTexts(campaignPreviewTexts);
  const { campaign, promises, isRules, chosen } = loaderData;
  const language = languages.find((one) => one === chosen["language"]);
  const screen = (
    <PreviewContext value>
      <SkinPreview campaign={campaign} promises={promises} isRules={isRules} />
    </PreviewContext>
  );
  return (
    <>
      <Title lead={t("lead", { name: campaign.title })}>
        {t("title")} · {campaign.activityId}
      </Title>
      <p>
        <a href={`/staff/campaigns/${campaign.activityId}`}>{t("back")}</a>
      </p>
      <div className="preview-grid">
        <Choosing {...loaderData} />
        <div className="preview-phone" role="group" aria-label={t("mark")} {...(language ? { lang: language } : {})}>
          <p className="preview-mark">
            <Badge kind="attention">{t("mark")}</Badge>
          </p>
          <div className="preview-screen" inert>
            {language ? <LanguageProvider language={language}>{screen}</LanguageProvider> : screen}
          </div>
        </div>
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** View, progress and language as links, so that a preview can be sent to the checker. */
function Choosing({ campaign, views, chosen, isRules }: Loaded) {
  const t = useTexts(campaignPreviewTexts);
  const part = Number(chosen["part"] ?? 65);
  const to = (more: Record<string, string>, rules = false): string =>
    `?${new URLSearchParams({ ...chosen, ...more, ...(rules ? { rules: "1" } : {}) })}`;
  const isShown = campaign.view === "RUNNING" && !isRules;
  return (
    <div className="preview-choices">
      <Section heading={t("views")}>
        <Tabs
          wrap
          label={t("views")}
          tabs={views.map((view) => ({
            to: to({ view }),
            label: t(view),
            current: view === campaign.view && !isRules,
          }))}
        />
      </Section>
      {campaign.view === "NOT_ELIGIBLE" && !isRules && (
        <Section heading={t("reasons")}>
          <Tabs
            wrap
            label={t("reasons")}
            tabs={ineligibleReasons.map((reason) => ({
              to: to({ reason }),
              label: t(reason),
              current: reason === campaign.reason,
            }))}
          />
        </Section>
      )}
      {isShown && (
        <Section heading={t("parts")}>
          <Tabs
            wrap
            label={t("parts")}
            tabs={previewParts.map((one) => ({
              to: to({ part: String(one) }),
              label: t("part", { part: one }),
              current: one === part,
            }))}
          />
        </Section>
      )}
      <Section heading={t("languages")}>
        <Tabs
          wrap
          label={t("languages")}
          tabs={languages.map((one) => ({
            to: to({ language: one }, isRules),
            label: languageNames[one],
            current: one === chosen["language"],
          }))}
        />
      </Section>
      <Section heading={t("pages")}>
        <Tabs
          wrap
          label={t("pages")}
          tabs={[
            { to: to({}), label: t("screen"), current: !isRules },
            { to: to({}, true), label: t("rules"), current: isRules },
          ]}
        />
      </Section>
    </div>
  );
}
