import type { Route } from "./+types/complaints";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { complaintReasons } from "../contract.ts";
import { listComplaints, queueAssignees, queueStates, type QueuedComplaint } from "../staff-contract.ts";
import { stateKinds } from "../parts/state-kinds.ts";
import { reasonTexts, stateTexts } from "../texts.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const state = queueStates.find((known) => known === query.get("state")) ?? "OPEN";
  const about = complaintReasons.find((known) => known === query.get("about")) ?? ("" as const);
  const assignee = queueAssignees.find((known) => known === query.get("assignee")) ?? "ANYBODY";
  const number = (query.get("number") ?? "").slice(0, 40);
  const requested = { state, about, assignee, number, limit: 50 };
  const [list, names] = await Promise.all([
    readPage(request, listComplaints, requested, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  return {
    ...list,
    state,
    about,
    assignee,
    number,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

export default function Complaints({
  loaderData: { items, page, state, about, assignee, number, names },
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const reason = useTexts(reasonTexts);
  const stateWord = useTexts(stateTexts);
  const address = (change: Record<string, string>) =>
    `/staff/complaints?${new URLSearchParams({ state, ...(about ? { about } : {}), assignee, ...change })}`;
  return (
    <>
      <Row spread>
        <Title>{t("title")}</Title>
        <a href="/staff/complaints/calendar">{t("toCalendar")}</a>
      </Row>
      <Tabs
        label={t("states")}
        tabs={queueStates.map((one) => ({
          to: address({ state: one }),
          label: one === "OPEN" ? t("OPEN") : stateWord(one),
          current: one === state && number === "",
        }))}
      />
      <Form id="filter" method="get" action="/staff/complaints" values={{ about, assignee, number }}>
        <input type="hidden" name="state" value={state} />
        <div className="console-line">
          <Select
            name="about"
            label={t("about")}
            options={complaintReasons.map((one) => ({ value: one, label: reason(one) }))}
          />
          <Select
            name="assignee"
            label={t("assignee")}
            options={queueAssignees.map((one) => ({ value: one, label: t(one) }))}
          />
          <TextField name="number" label={t("number")} autoComplete="off" autoCapitalize="characters" />
          <Button kind="secondary">{t("show")}</Button>
        </div>
      </Form>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={(one) => one.complaintId}
        empty={t("empty")}
        columns={[
          {
            key: "number",
            label: t("number"),
            show: (one) => (
              <a className="console-id" href={`/staff/complaints/${one.complaintId}`}>
                {one.number}
              </a>
            ),
          },
          { key: "due", label: t("due"), show: (one) => <DateText date={one.dueOn} style="short" /> },
          { key: "left", label: t("left"), show: (one) => <Left one={one} /> },
          {
            key: "state",
            label: t("states"),
            show: (one) => <Badge kind={stateKinds[one.state]}>{stateWord(one.state)}</Badge>,
          },
          { key: "about", label: t("about"), show: (one) => reason(one.reason) },
          {
            key: "assignee",
            label: t("assignee"),
            show: (one) => (one.assigneeId ? (names[one.assigneeId] ?? one.assigneeId) : "–"),
          },
          { key: "received", label: t("received"), show: (one) => <InstantText at={one.receivedAt} style="short" /> },
        ]}
      />
      <Pagination page={page} />
    </>
  );
}

/** What is left of the working days, and whether somebody must hurry. */
function Left({ one }: { one: QueuedComplaint }) {
  const t = useTexts(texts);
  const waits = one.state !== "CLOSED" && one.state !== "ANSWERED";
  return (
    <>
      {one.isOverdue ? (
        <Badge kind="bad">{t("overdue")}</Badge>
      ) : one.isDueSoon ? (
        <Badge kind="attention">{t("dueSoon")}</Badge>
      ) : null}{" "}
      {one.isEscalated && <Badge kind="attention">{t("escalated")}</Badge>}{" "}
      {waits ? t("daysLeft", { count: one.workingDaysLeft }) : "–"}
    </>
  );
}
