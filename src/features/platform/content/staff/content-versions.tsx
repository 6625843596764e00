import type { Route } from "./+types/content-versions";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import type { ReplyOf, SentTo } from "#shared/contract.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { compareContentVersions, listContentVersions } from "../staff-contract.ts";
import { Differences } from "../parts/differences.tsx";
import { contentEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.allVersions };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const place = { collection: params.collection, key: params.key } as SentTo<typeof listContentVersions>;
  const [{ items }, names] = await Promise.all([
    call(listContentVersions, place, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  const known = (version: string | null) => items.find((one) => String(one.version) === version)?.version;
  const [from, to] = [known(query.get("from")), known(query.get("to"))];
  const compared =
    from === undefined || to === undefined
      ? null
      : {
          from,
          to,
          ...(await call(compareContentVersions, { ...place, from: String(from), to: String(to) }, { context })),
        };
  return { place, items, compared, names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])) };
}

export default function ContentVersions({ loaderData: { place, items, compared, names } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const base = `/staff/contents/${place.collection}/${place.key}`;
  const nameOf = (id: string | null) => (id === null ? "–" : (names[id] ?? id));
  const before = (version: number) => items.find((one) => one.version < version)?.version;
  return (
    <>
      <Title>{t("versionsTitle", { key: place.key })}</Title>
      <InlineRow>
        <a href={base}>{t("backToEditor")}</a>
      </InlineRow>
      {compared && (
        <Section heading={t("between", { from: compared.from, to: compared.to })}>
          <Differences differences={compared.differences} none={t("noDifferences")} />
        </Section>
      )}
      <DataTable
        caption={t("allVersions")}
        captionHidden
        rows={items}
        rowKey={(one) => `${one.version} ${one.kind}`}
        columns={[
          { key: "version", label: t("versionNumber"), show: (one) => one.version },
          {
            key: "kind",
            label: t("kind"),
            show: (one) => (
              <InlineRow>
                {t(one.kind)}
                {one.inForce && <Badge kind="ok">{t("inForce")}</Badge>}
              </InlineRow>
            ),
          },
          { key: "at", label: t("at"), show: (one) => <InstantText at={one.at} style="short" /> },
          { key: "maker", label: t("maker"), show: (one) => nameOf(one.makerId) },
          { key: "checker", label: t("checker"), show: (one) => nameOf(one.checkerId) },
          {
            key: "compare",
            label: t("compare"),
            show: (one) =>
              before(one.version) === undefined ? (
                "–"
              ) : (
                <a
                  href={`?from=${before(one.version)}&to=${one.version}`}
                >{`${before(one.version)} → ${one.version}`}</a>
              ),
          },
          {
            key: "restore",
            label: t("restore"),
            show: (one) =>
              one.inForce || one.kind === "WITHDRAWN" ? (
                "–"
              ) : (
                <a href={`${base}?version=${one.version}`}>{t("restore")}</a>
              ),
          },
        ]}
      />
      {items.length > 1 && <CompareForm items={items} />}
    </>
  );
}

function CompareForm({ items }: { items: ReplyOf<typeof listContentVersions>["items"] }) {
  const t = useTexts(texts);
  const options = [...new Set(items.map(({ version }) => String(version)))].map((version) => ({
    value: version,
    label: version,
  }));
  return (
    <Form method="get">
      <Heading>{t("compareTwo")}</Heading>
      <div className="console-line">
        <Select name="from" label={t("from")} options={options} required />
        <Select name="to" label={t("to")} options={options} required />
        <ActionBar>
          <Button kind="secondary" compact>
            {t("compare")}
          </Button>
        </ActionBar>
      </div>
    </Form>
  );
}
