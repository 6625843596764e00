import type { Route } from "./+types/complaints";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { LocalDay, LocalInstant } from "#web/console/local-time.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { complaintReasons } from "../contract.ts";
import {
  exportComplaints,
  listComplaints,
  queueAssignees,
  queueStates,
  type QueuedComplaint,
} from "../staff-contract.ts";
import { complaintStateKinds } from "../parts/state-kinds.ts";
import { complaintReasonLabels, complaintStateTexts } from "../texts.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const complaints = defineList(listComplaints, {
  filters: ["state", "about", "assignee", "number"],
  usualOrder: "DUE_FIRST",
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const [list, names] = await Promise.all([
    complaints.read({ request, context }),
    call(listStaffNames, {}, { context }),
  ]);
  return { ...list, names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])) };
}

const forms = defineForms({ csv: { call: exportComplaints, done: exportsPage } });
export const action = forms.action;

export default function Complaints({ loaderData: { items, list, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonLabels);
  const stateWord = useTexts(complaintStateTexts);
  const { state = "OPEN", number } = list.asked;
  return (
    <>
      <InlineRow spread>
        <Title>{t("title")}</Title>
        <a href="/staff/complaints/calendar">{t("toCalendar")}</a>
      </InlineRow>
      <Tabs
        label={t("states")}
        wrap
        tabs={queueStates.map((one) => ({
          to: listAddress(list, { state: one, number: "" }),
          label: one === "OPEN" ? t("OPEN") : stateWord(one),
          current: one === state && number === undefined,
        }))}
      />
      <ListTable
        list={list}
        filter={{
          names: ["about", "assignee", "number"],
          fields: (
            <>
              <Select
                name="about"
                label={t("about")}
                conditional
                options={complaintReasons.map((one) => ({ value: one, label: reason(one) }))}
              />
              <Select
                name="assignee"
                label={t("assignee")}
                conditional
                options={queueAssignees.map((one) => ({ value: one, label: t(one) }))}
              />
              <TextField
                name="number"
                label={t("number")}
                conditional
                rules={{ maxLength: 40 }}
                autoComplete="off"
                autoCapitalize="characters"
              />
            </>
          ),
        }}
        hasPeriod
        csv={forms.form("csv", actionData)}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: (one) => one.complaintId,
          empty: t("empty"),
          columns: useColumns(names),
        }}
      />
    </>
  );
}

function useColumns(names: Readonly<Record<string, string>>): ListColumn<QueuedComplaint>[] {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonLabels);
  const stateWord = useTexts(complaintStateTexts);
  return [
    {
      key: "number",
      label: t("number"),
      show: (one) => (
        <a className="console-id" href={`/staff/complaints/${one.complaintId}`}>
          {one.number}
        </a>
      ),
    },
    {
      key: "due",
      label: t("due"),
      orders: ["DUE_FIRST", "DUE_LAST"],
      show: (one) => <LocalDay on={one.dueOn} />,
    },
    { key: "left", label: t("left"), show: (one) => <Left one={one} /> },
    {
      key: "state",
      label: t("states"),
      show: (one) => <Badge kind={complaintStateKinds[one.state]}>{stateWord(one.state)}</Badge>,
    },
    {
      key: "about",
      label: t("about"),
      flexible: true,
      show: (one) => <span title={reason(one.reason)}>{reason(one.reason)}</span>,
    },
    {
      key: "assignee",
      label: t("assignee"),
      show: (one) => (one.assigneeId ? (names[one.assigneeId] ?? one.assigneeId) : "–"),
    },
    {
      key: "received",
      label: t("received"),
      orders: ["RECEIVED_FIRST", "RECEIVED_LAST"],
      show: (one) => <LocalInstant at={one.receivedAt} />,
    },
  ];
}

/** The working days left or over, and whether staff must hurry. */
function Left({ one: { state, isOverdue, isDueSoon, isEscalated, workingDaysLeft } }: { one: QueuedComplaint }) {
  const t = useTexts(texts);
  const waits = state !== "CLOSED" && state !== "ANSWERED";
  const daysOver = waits ? Math.max(0, -workingDaysLeft) : 0;
  return (
    <>
      {isOverdue ? (
        <Badge kind="bad">{daysOver > 0 ? t("overdueBy", { count: daysOver }) : t("overdue")}</Badge>
      ) : isDueSoon ? (
        <Badge kind="attention">{t("dueSoon")}</Badge>
      ) : null}{" "}
      {isEscalated && <Badge kind="attention">{t("escalated")}</Badge>}{" "}
      {waits && workingDaysLeft >= 0 && t("daysLeft", { count: workingDaysLeft })}
      {!waits && "–"}
    </>
  );
}
