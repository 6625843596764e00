import type { Route } from "./+types/audit";
import { LocalInstant } from "#web/console/local-time.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { ShortId, WithShortIds } from "#web/console/short-id.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { StateBadge } from "#web/console/state-badge.tsx";
import { listAuditEntries, type AuditEntry } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const entries = defineList(listAuditEntries, { filters: ["staffId", "borrowerId", "onlyRefused"] });

export const loader = ({ request, context }: Route.LoaderArgs) => entries.read({ request, context });

export default function Audit({ loaderData: { items, list } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <ListTable
        list={list}
        filter={{
          names: ["staffId", "borrowerId", "onlyRefused"],
          fields: (
            <>
              <TextField name="staffId" label={t("staffId")} conditional autoComplete="off" />
              <TextField name="borrowerId" label={t("borrowerId")} conditional autoComplete="off" />
              <Checkbox name="onlyRefused" value="true">
                {t("onlyRefused")}
              </Checkbox>
            </>
          ),
        }}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: (entry) => entry.id,
          empty: t("empty"),
          columns: columns(t, (more) => listAddress(list, more)),
        }}
      />
    </>
  );
}

function columns(t: (key: keyof typeof texts) => string, to: (more: Record<string, string>) => string) {
  return [
    { key: "when", label: t("when"), show: (entry: AuditEntry) => <LocalInstant at={entry.at} /> },
    {
      key: "who",
      label: t("who"),
      show: (entry: AuditEntry) => (
        <TwoLines>
          {entry.staffId ? (
            <a href={to({ staffId: entry.staffId })}>{entry.staffName}</a>
          ) : (
            <span>{t("unknownPerson")}</span>
          )}
          <span className="console-id" title={t("from")}>
            {entry.address}
          </span>
        </TwoLines>
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
        entry.borrowerId ? <ShortId id={entry.borrowerId} to={`/staff/borrowers/${entry.borrowerId}`} /> : "–",
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
      show: (entry: AuditEntry) => (
        <span className="console-quote">{entry.details ? <WithShortIds text={entry.details} /> : "–"}</span>
      ),
    },
  ];
}
