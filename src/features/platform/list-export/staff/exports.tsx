import type { Route } from "./+types/exports";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { exportHours, maxExportedRows } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { fetchListExport, listListExports, type ListExportSummary } from "../contract.ts";
import { exportCauseTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const exports = defineList(listListExports);

export const loader = ({ request, context }: Route.LoaderArgs) => exports.read({ request, context });

const forms = defineForms({ file: { call: fetchListExport } });
export const action = forms.action;

export default function Exports({ loaderData: { items, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const file = forms.form("file", actionData);
  return (
    <>
      <Title>{t("title")}</Title>
      <Small>{t("lead", { count: groupThousands(maxExportedRows), hours: exportHours })}</Small>
      <Saved by="asked">{t("asked")}</Saved>
      <FormRefusal of={file} />
      <ListTable
        list={list}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ exportId }) => exportId,
          empty: t("empty"),
          columns: useColumns(file),
        }}
      />
    </>
  );
}

const badges = { WAITING: "info", READY: "ok", FAILED: "bad", EXPIRED: "plain" } as const;

function useColumns(file: BoundForm): ListColumn<ListExportSummary>[] {
  const t = useTexts(texts);
  const why = useTexts(exportCauseTexts);
  return [
    {
      key: "list",
      label: t("list"),
      show: (one) => (
        <TwoLines>
          <span>{one.text}</span>
          {one.filter !== "" && <span>{one.filter}</span>}
        </TwoLines>
      ),
    },
    { key: "asked", label: t("askedAt"), show: (one) => <LocalInstant at={one.askedAt} /> },
    {
      key: "state",
      label: t("state"),
      show: (one) => (
        <TwoLines>
          <Badge kind={badges[one.state]}>{t(one.state)}</Badge>
          {one.cause && <span>{why(one.cause)}</span>}
        </TwoLines>
      ),
    },
    { key: "rows", label: t("rows"), figures: true, show: (one) => groupThousands(one.rows) },
    {
      key: "size",
      label: t("size"),
      figures: true,
      show: (one) => t("kilobytes", { count: groupThousands(Math.ceil(one.bytes / 1024)) }),
    },
    { key: "until", label: t("until"), show: (one) => (one.endsAt ? <LocalInstant at={one.endsAt} /> : "–") },
    {
      key: "file",
      label: t("file"),
      show: (one) =>
        one.state === "READY" ? (
          <ActionForm
            of={file}
            id={`file-${one.exportId}`}
            which={{ exportId: one.exportId }}
            hidden={{ format: "XLSX" }}
            bare
            download
          >
            <Button kind="secondary" compact>
              {t("get")}
            </Button>
          </ActionForm>
        ) : (
          "–"
        ),
    },
  ];
}
