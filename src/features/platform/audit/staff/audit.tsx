import { useSearchParams } from "react-router";
import type { Route } from "./+types/audit";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { readPage } from "#web/list.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { StateBadge } from "#features/platform/console/parts/state-badge.tsx";
import { listAuditEntries, type AuditEntry } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const filterKeys = ["staffId", "borrowerId", "onlyRefused"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const input = Object.fromEntries(
    filterKeys.flatMap((key) => (query.get(key) ? [[key, query.get(key)?.trim() ?? ""]] : [])),
  );
  return readPage(request, listAuditEntries, { ...input, limit: 50 }, { context });
}

export default function Audit({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const values = {
    staffId: query.get("staffId") ?? "",
    borrowerId: query.get("borrowerId") ?? "",
    onlyRefused: query.get("onlyRefused") ?? "",
  };
  const filters = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  const to = (more: Record<string, string>) =>
    `/staff/audit?${new URLSearchParams([...filters, ...Object.entries(more)])}`;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Form id="filter" method="get" values={values}>
        <div className="console-line">
          <TextField name="staffId" label={t("staffId")} autoComplete="off" />
          <TextField name="borrowerId" label={t("borrowerId")} autoComplete="off" />
          <Checkbox name="onlyRefused" value="true">
            {t("onlyRefused")}
          </Checkbox>
          <Button kind="secondary">{t("filter")}</Button>
          {filters.size > 0 && <a href="/staff/audit">{t("all")}</a>}
        </div>
      </Form>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={(entry) => entry.id}
        empty={t("empty")}
        columns={columns(t, to)}
      />
      <Pagination page={page} />
    </>
  );
}

function columns(t: (key: keyof typeof texts) => string, to: (more: Record<string, string>) => string) {
  return [
    { key: "when", label: t("when"), show: (entry: AuditEntry) => <InstantText at={entry.at} style="short" /> },
    {
      key: "who",
      label: t("who"),
      show: (entry: AuditEntry) => (
        <>
          {entry.staffId ? <a href={to({ staffId: entry.staffId })}>{entry.staffName}</a> : t("unknownPerson")}{" "}
          <span className="console-id" title={t("from")}>
            {entry.address}
          </span>
        </>
      ),
    },
    { key: "what", label: t("what"), show: (entry: AuditEntry) => <span title={entry.action}>{entry.text}</span> },
    {
      key: "outcome",
      label: t("outcome"),
      show: (entry: AuditEntry) => <StateBadge state={entry.outcome} label={entry.code ?? t(entry.outcome)} />,
    },
    {
      key: "about",
      label: t("about"),
      show: (entry: AuditEntry) =>
        entry.borrowerId ? (
          <a className="console-id" href={`/staff/borrowers/${entry.borrowerId}`}>
            {entry.borrowerId.slice(-12)}
          </a>
        ) : (
          "–"
        ),
    },
    {
      key: "reason",
      label: t("reason"),
      show: (entry: AuditEntry) =>
        entry.isReasonForgotten ? t("reasonForgotten") : <span className="console-quote">{entry.reason ?? "–"}</span>,
    },
    {
      key: "details",
      label: t("details"),
      show: (entry: AuditEntry) => <span className="console-quote">{entry.details || "–"}</span>,
    },
  ];
}
