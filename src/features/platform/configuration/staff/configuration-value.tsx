import type { Route } from "./+types/configuration-value";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { standardRateConfigName } from "../contract.ts";
import { getConfig, proposeConfig, proposeStandardRates } from "../staff-contract.ts";
import { RatesPreview } from "../parts/rates-preview.tsx";
import { RatesForm, ValueForm } from "../parts/value-forms.tsx";
import { configurationEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, params: { configName }, context }: Route.LoaderArgs) {
  const [found, names] = await Promise.all([
    call(getConfig, { configName }, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  const requested = new URL(request.url).searchParams.get("version");
  const shown = found.versions.find(({ version }) => String(version) === requested) ?? found.versions[0];
  return { found, shown, names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])) };
}

const toProposal = ({ proposalId }: { proposalId: string }) => `/staff/configuration/proposals/${proposalId}`;
const forms = defineForms({
  value: { call: proposeConfig, done: toProposal },
  rates: { call: proposeStandardRates, done: toProposal },
});
export const action = forms.action;

export default function ConfigurationValue({ loaderData: { found, shown, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { configName, version, versions } = found;
  const isRates = configName === standardRateConfigName;
  const nameOf = (id: string | null) => (id === null ? "–" : (names[id] ?? id));
  const base = `/staff/configuration/${configName}`;
  return (
    <>
      <Title>{configName}</Title>
      <InlineRow>
        <a href="/staff/configuration">{t("title")}</a>
      </InlineRow>
      {found.proposalId && (
        <Notice kind="attention" title={t("proposalOpenTitle")}>
          <a href={`/staff/configuration/proposals/${found.proposalId}`}>{t("seeProposal")}</a>
        </Notice>
      )}
      {shown && shown.version !== version && <Notice>{t("fromVersion", { version: shown.version })}</Notice>}
      <div className="console-grid">
        <div className="console-main">
          {isRates && <Heading>{t("ratesHeading")}</Heading>}
          {isRates ? (
            <RatesForm of={forms.form("rates", actionData)} value={shown?.value ?? ""} baseVersion={version} />
          ) : (
            <ValueForm
              of={forms.form("value", actionData)}
              configName={configName}
              value={shown?.value ?? ""}
              isPublic={shown?.isPublic ?? false}
              baseVersion={version}
            />
          )}
        </div>
        {isRates && (
          <div className="console-aside">
            <RatesPreview value={shown?.value ?? ""} />
          </div>
        )}
      </div>
      <DataTable
        caption={t("versions")}
        rows={versions}
        rowKey={(one) => String(one.version)}
        columns={[
          { key: "version", label: t("versionNumber"), show: (one) => one.version },
          { key: "at", label: t("at"), show: (one) => <InstantText at={one.at} style="short" /> },
          { key: "maker", label: t("maker"), show: (one) => nameOf(one.makerId) },
          { key: "checker", label: t("checker"), show: (one) => nameOf(one.checkerId) },
          {
            key: "restore",
            label: t("restore"),
            show: (one) =>
              one.version === version ? (
                <Badge kind="ok">{t("inForce")}</Badge>
              ) : (
                <a href={`${base}?version=${one.version}`}>{t("restore")}</a>
              ),
          },
        ]}
      />
    </>
  );
}
