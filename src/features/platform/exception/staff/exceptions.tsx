import type { Route } from "./+types/exceptions";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { exportsPage } from "#shared/list-export.ts";
import { exportExceptions, listExceptions, type ExceptionSummary } from "../contract.ts";
import { AboutLinks } from "../parts/about-links.tsx";
import { TraceLink } from "../parts/trace-link.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };
const path = "/staff/exceptions";

const exceptions = defineList(listExceptions, { filters: ["state"] });

const forms = defineForms({ csv: { call: exportExceptions, done: exportsPage } });
export const action = forms.action;

export const loader = ({ request, context }: Route.LoaderArgs) => exceptions.read({ request, context });

export default function Exceptions({ loaderData: { items, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const isClosed = list.asked["state"] === "CLOSED";
  return (
    <Queue
      title={t("title")}
      lead={t("lead")}
      views={[
        { to: listAddress(list, { state: "" }), label: t("open"), current: !isClosed },
        { to: listAddress(list, { state: "CLOSED" }), label: t("CLOSED"), current: isClosed },
      ]}
      list={list}
      hasPeriod
      periodOf={t(isClosed ? "closedAt" : "leftAt")}
      csv={forms.form("csv", actionData)}
      table={{
        caption: t("title"),
        rows: items,
        rowKey: ({ exceptionId }) => exceptionId,
        empty: t(isClosed ? "emptyClosed" : "empty"),
        columns: useColumns(isClosed),
      }}
    />
  );
}

function useColumns(isClosed: boolean): ListColumn<ExceptionSummary>[] {
  const t = useTexts(texts);
  return [
    { key: "what", label: t("what"), show: (one) => <a href={`${path}/${one.exceptionId}`}>{one.text}</a> },
    { key: "why", label: t("why"), show: (one) => one.causeText },
    { key: "about", label: t("about"), show: (one) => <AboutLinks {...one} /> },
    {
      key: "state",
      label: t("state"),
      show: ({ state }) => <Badge kind={state === "OPEN" ? "attention" : "plain"}>{t(state)}</Badge>,
    },
    { key: "trace", label: t("trace"), show: (one) => <TraceLink traceId={one.traceId} /> },
    { key: "left", label: t("leftAt"), show: (one) => <LocalInstant at={one.leftAt} /> },
    isClosed
      ? {
          key: "closed",
          label: t("closedAt"),
          show: (one) => (one.closedAt ? <LocalInstant at={one.closedAt} /> : "–"),
        }
      : { key: "times", label: t("times"), figures: true, show: (one) => one.times },
  ];
}
