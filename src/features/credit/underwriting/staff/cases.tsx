import { useSearchParams } from "react-router";
import type { Route } from "./+types/cases";
import { LocalTime } from "#web/console/local-time.tsx";
import { Queue, queueAddress, TwoLines } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { Column } from "#web/ui/data-table/data-table.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { caseOrders, caseStates, listCases, type CaseSummary } from "../contract.ts";
import { claimNextCase } from "../claim-contract.ts";
import { ruleTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };
const path = "/staff/cases";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const state = caseStates.find((known) => known === query.get("state"));
  const order = caseOrders.find((known) => known === query.get("order"));
  const claimed = query.get("claimed") === "ME" ? ("ME" as const) : ("ANYBODY" as const);
  const cursor = query.get("cursor");
  const [page, staff] = await Promise.all([
    call(
      listCases,
      { ...(state ? { state } : {}), ...(order ? { order } : {}), ...(cursor ? { cursor } : {}), claimed, limit: 50 },
      { context },
    ),
    knownStaff({ context }),
  ]);
  return { ...page, state: state ?? null, order: order ?? null, claimed, staff };
}

/** The one thing that is sent from here: the next case is taken. */
const forms = defineForms({
  next: { call: claimNextCase, done: ({ caseId }) => (caseId ? `${path}/${caseId}` : `${path}?none=1`) },
});
export const action = ({ request, params, context }: Route.ActionArgs) => forms.action({ request, params, context });

export default function Cases({ loaderData, actionData }: Route.ComponentProps) {
  const { items, nextCursor, state, order, claimed, staff } = loaderData;
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const roles = useFrame().staff?.roles ?? [];
  const mayDecide = mayStaff(roles, "case.decide");
  const shown = { state: state ?? "", order: order ?? "", claimed: claimed === "ME" ? claimed : "" };
  const isNewestFirst = order === null ? state === "CLOSED" : order === "NEWEST";
  const views = [null, "WAITING", "ASKED", "PROPOSED", "CLOSED"] as const;
  const columns = useCaseColumns();
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("casesTitle")}
        views={[
          ...views.map((view) => ({
            to: queueAddress(path, { state: view ?? "" }),
            label: t(view ?? "waitingAll"),
            current: view === state && claimed !== "ME",
          })),
          ...(mayDecide
            ? [{ to: queueAddress(path, { claimed: "ME" }), label: t("mine"), current: claimed === "ME" }]
            : []),
        ]}
        next={mayDecide ? { of: forms.form("next", actionData), isEmpty: query.has("none") } : null}
        table={{
          caption: t("casesTitle"),
          rows: items,
          rowKey: (one) => one.caseId,
          empty: t("empty"),
          columns: columns.map((column) =>
            column.key === "submitted"
              ? {
                  ...column,
                  sortTo: queueAddress(path, shown, { order: isNewestFirst ? "OLDEST" : "NEWEST" }),
                  sorted: isNewestFirst ? ("descending" as const) : ("ascending" as const),
                }
              : column,
          ),
        }}
        pages={{
          first: query.has("cursor") ? queueAddress(path, shown) : null,
          next: nextCursor ? queueAddress(path, shown, { cursor: nextCursor }) : null,
        }}
      />
    </StaffProvider>
  );
}

function useCaseColumns(): Column<CaseSummary>[] {
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
      show: (one) => (
        <TwoLines>
          <Money rupiah={one.amountRupiah} />
          <span>{t("days", { count: one.tenorDays })}</span>
        </TwoLines>
      ),
    },
    { key: "submitted", label: t("submitted"), show: (one) => <LocalTime at={one.submittedAt} /> },
    {
      key: "review",
      label: t("reviewRules"),
      show: (one) => one.reviewRules.map((rule) => say(ruleTexts[rule], language)).join(" · ") || "–",
    },
    { key: "claimed", label: t("claimed"), show: (one) => <StaffName id={isHeld(one) ? one.claimedBy : null} /> },
  ];
}
