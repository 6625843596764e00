import { useSearchParams } from "react-router";
import type { Route } from "./+types/cases";
import { deskForms } from "#web/console/desk.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { caseDesk, exportCases, listCases, type CaseSummary } from "../contract.ts";
import { ruleTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };
const path = "/staff/cases";

const cases = defineList(listCases, {
  filters: ["state", "claimed"],
  usualOrder: ({ state }) => (state === "CLOSED" ? "NEWEST" : "OLDEST"),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const [list, staff] = await Promise.all([cases.read({ request, context }), knownStaff({ context })]);
  return { ...list, staff };
}

const forms = defineForms({
  csv: { call: exportCases, done: exportsPage },
  next: deskForms(caseDesk, path).next,
});
export const action = forms.action;

export default function Cases({ loaderData, actionData }: Route.ComponentProps) {
  const { items, list, staff } = loaderData;
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const mayDecide = mayStaff(useFrame().staff?.roles ?? [], "case.decide");
  const isMine = list.asked["claimed"] === "ME";
  const part = (state: string, claimed = "") => listAddress({ path, asked: {} }, { state, claimed });
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("casesTitle")}
        views={[
          ...([null, "WAITING", "ASKED", "PROPOSED", "CLOSED"] as const).map((view) => ({
            to: part(view ?? ""),
            label: t(view ?? "waitingAll"),
            current: view === (list.asked["state"] ?? null) && !isMine,
          })),
          ...(mayDecide ? [{ to: part("", "ME"), label: t("mine"), current: isMine }] : []),
        ]}
        list={list}
        hasPeriod
        csv={forms.form("csv", actionData)}
        next={mayDecide ? { of: forms.form("next", actionData), isEmpty: query.has("none") } : null}
        table={{
          caption: t("casesTitle"),
          rows: items,
          rowKey: (one) => one.caseId,
          empty: t("empty"),
          columns: useCaseColumns(),
        }}
      />
    </StaffProvider>
  );
}

function useCaseColumns(): ListColumn<CaseSummary>[] {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = new Date(useFrame().now);
  const isHeld = ({ claimedUntil }: CaseSummary) => claimedUntil !== null && new Date(claimedUntil) > now;
  return [
    {
      key: "loan",
      label: t("loan"),
      show: (one) => (
        <a className="console-id" href={`${path}/${one.caseId}`}>
          {one.loanNumber}
        </a>
      ),
    },
    {
      key: "state",
      label: t("state"),
      show: (one) => (
        <TwoLines>
          <Badge kind={one.state === "CLOSED" ? "plain" : "attention"}>{t(one.outcome ?? one.state)}</Badge>
          {one.proposal && one.state === "PROPOSED" && (
            <span>
              {t(one.proposal)}: {one.proposedBy && <StaffName id={one.proposedBy} />}
            </span>
          )}
        </TwoLines>
      ),
    },
    {
      key: "left",
      label: t("timeLeft"),
      show: (one) =>
        one.state === "CLOSED" ? (
          "–"
        ) : (
          <TimeLeft until={one.promisedUntil} remindAt={one.remindAt} isStopped={one.state === "ASKED"} />
        ),
    },
    {
      key: "amount",
      label: t("amount"),
      figures: true,
      show: (one) => <Money rupiah={one.principalRupiah} />,
    },
    { key: "tenor", label: t("tenor"), figures: true, show: (one) => t("days", { count: one.tenorDays }) },
    {
      key: "submitted",
      label: t("submitted"),
      orders: ["OLDEST", "NEWEST"],
      show: (one) => <LocalInstant at={one.submittedAt} />,
    },
    {
      key: "review",
      label: t("reviewRules"),
      flexible: true,
      show: (one) => {
        const rules = one.reviewRules.map((rule) => say(ruleTexts[rule], language)).join(" · ");
        return rules === "" ? "–" : <span title={rules}>{rules}</span>;
      },
    },
    { key: "claimed", label: t("claimed"), show: (one) => <StaffName id={isHeld(one) ? one.claimedBy : null} /> },
  ];
}
