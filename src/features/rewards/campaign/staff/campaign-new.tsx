import type { Route } from "./+types/campaign-new";
import type { ReplyOf } from "#shared/contract.ts";
import { say } from "#shared/texts.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { SkinArt } from "../parts/skin-looks.tsx";
import { mechanics } from "../rules-contract.ts";
import { listTemplates, draftCampaign, getStaffCampaign, listStaffCampaigns } from "../staff-contract.ts";
import { AboutFields, Outlook, PeriodFields, RulesPart } from "./draft-fields.tsx";
import {
  checkedDraft,
  draftSteps,
  inPlace,
  mechanicIn,
  offeredFor,
  rulesAs,
  typedAt,
  draftValuesOf,
  withRules,
  type DraftStep,
} from "./draft-page.ts";
import { campaignFormTexts } from "./form-texts.ts";
import { texts as console } from "./texts.ts";

export const handle: ScreenHandle = { title: console.newTitle, keptKeys: ["template", "from"] };

const path = "/staff/campaigns/new";

const forms = defineForms(
  {
    draft: {
      call: draftCampaign,
      input: withRules,
      done: ({ activityId }) => `/staff/campaigns/${activityId}?saved=1`,
    },
  },
  { others: draftSteps },
);
export const action = forms.action;

type Templates = ReplyOf<typeof listTemplates>;

/** The values that a new draft begins with: a template of a skin, or a copy of a campaign without its days and permit. */
async function begun(url: URL, templates: Templates, context: Route.LoaderArgs["context"]): Promise<FormValues | null> {
  const template = templates.items.find(({ skin }) => skin === url.searchParams.get("template"));
  if (template) {
    const { id, en, zh } = template.titles;
    return { titleId: id, titleEn: en, titleZh: zh, skin: template.skin, ...rulesAs("form", template.rules) };
  }
  const from = url.searchParams.get("from");
  if (!from) return null;
  const campaign = await call(getStaffCampaign, { activityId: from }, { context });
  const { opensOn: _opens, closesOn: _closes, permitNumber: _permit, ...values } = draftValuesOf(campaign);
  return values;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await onlyFor({ context }, draftCampaign);
  const templates = await call(listTemplates, {}, { context });
  const values = typedAt(request.url) ?? (await begun(new URL(request.url), templates, context));
  if (values) return { templates, values, checked: await checkedDraft(values, context), campaigns: [] };
  const { items } = await call(listStaffCampaigns, { limit: 100 }, { context });
  const campaigns = items.map(({ activityId, title }) => ({ activityId, title }));
  return { templates, values, checked: null, campaigns };
}

export default function CampaignNew({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(campaignFormTexts);
  const tc = useTexts(console);
  const of = inPlace(forms.form("draft", actionData));
  const values = of.values ?? loaderData.values;
  if (!values) return <Choosing {...loaderData} />;
  // After a refusal the cost is computed again at the next key, or by its button.
  const step = actionData && "manner" in actionData ? (actionData as DraftStep) : null;
  const mechanic = mechanicIn(values);
  const skin = String(values["skin"] ?? "");
  return (
    <>
      <Title lead={tc("newLead")}>{tc("newTitle")}</Title>
      <p>
        <a href={path}>{t("other")}</a>
      </p>
      <ActionForm of={of} values={values} {...(mechanic ? { live: path } : {})}>
        <DefaultButton name="intent" value="draft" />
        <div className="console-grid console-tables">
          <div className="console-main">
            <Section heading={t("about")}>
              <div className="draft-bounds">
                <TextField
                  name="activityId"
                  label={tc("activityId")}
                  hint={tc("activityIdHint")}
                  autoCapitalize="none"
                />
                <AboutFields {...offeredFor(loaderData.templates, mechanic, useLanguage())} />
                <PeriodFields />
              </div>
            </Section>
            <RulesPart
              manner={mechanic ? "form" : "json"}
              mechanic={mechanic}
              values={values}
              keys={[...loaderData.templates.couponKeys, ...loaderData.templates.voucherKeys]}
            />
          </div>
          <div className="console-aside">
            <Outlook
              skin={skin}
              checked={step ? step.checked : actionData ? null : loaderData.checked}
              budget={values["budgetRupiah"] === undefined ? undefined : String(values["budgetRupiah"])}
            >
              <p className="field-hint">{t("previewLater")}</p>
            </Outlook>
          </div>
        </div>
        <ActionBar>
          <Button name="intent" value="draft">
            {tc("save")}
          </Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

/** A template of each skin, by mechanic, and earlier campaigns. */
function Choosing({ templates, campaigns }: Pick<Route.ComponentProps["loaderData"], "templates" | "campaigns">) {
  const t = useTexts(campaignFormTexts);
  const tc = useTexts(console);
  const language = useLanguage();
  return (
    <>
      <Title lead={t("chooseLead")}>{t("chooseTitle")}</Title>
      {campaigns.length > 0 && (
        <Section heading={t("copy")}>
          <Form method="get" action={path}>
            <div className="console-line">
              <Select
                name="from"
                label={t("copyFrom")}
                required
                options={campaigns.map(({ activityId, title }) => ({
                  value: activityId,
                  label: `${activityId} · ${title}`,
                }))}
              />
              <Button compact kind="secondary">
                {t("copyDo")}
              </Button>
            </div>
          </Form>
        </Section>
      )}
      {mechanics.map((mechanic) => (
        <Section key={mechanic} heading={tc(mechanic)}>
          <ul className="draft-templates">
            {templates.items
              .filter((item) => item.mechanic === mechanic)
              .map(({ skin, titles }) => (
                <li key={skin}>
                  <a className="draft-template" href={`${path}?template=${skin}`}>
                    <SkinArt skin={skin} />
                    <strong>{say(titles, language)}</strong>
                    <span className="field-hint">{skin}</span>
                  </a>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
