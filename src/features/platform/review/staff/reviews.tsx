import { useSearchParams } from "react-router";
import type { Route } from "./+types/reviews";
import { LocalTime } from "#web/console/local-time.tsx";
import { Queue, queueAddress } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { Column } from "#web/ui/data-table/data-table.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { claimNextReview, listReviews, reviewOrders, reviewStates, type ReviewSummary } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };
const path = "/staff/reviews";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const state = reviewStates.find((known) => known === query.get("state"));
  const order = reviewOrders.find((known) => known === query.get("order"));
  const claimed = query.get("claimed") === "ME" ? ("ME" as const) : ("ANYBODY" as const);
  const kind = /^[a-z_]{1,60}$/.exec(query.get("kind") ?? "")?.[0];
  const cursor = query.get("cursor");
  const [page, staff] = await Promise.all([
    call(
      listReviews,
      {
        ...(state ? { state } : {}),
        ...(order ? { order } : {}),
        ...(kind ? { kind } : {}),
        ...(cursor ? { cursor } : {}),
        claimed,
        limit: 50,
      },
      { context },
    ),
    knownStaff({ context }),
  ]);
  return { ...page, state: state ?? null, order: order ?? null, kind: kind ?? "", claimed, staff };
}

/** The one thing that is sent from here: the next case is taken. */
const forms = defineForms({
  next: { call: claimNextReview, done: ({ caseId }) => (caseId ? `${path}/${caseId}` : `${path}?none=1`) },
});
export const action = ({ request, params, context }: Route.ActionArgs) => forms.action({ request, params, context });

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { items, nextCursor, kinds, state, order, kind, claimed, staff } = loaderData;
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const mayDecide = mayStaff(useFrame().staff?.roles ?? [], "review.decide");
  const shown = { state: state ?? "", order: order ?? "", kind, claimed: claimed === "ME" ? claimed : "" };
  const isLatestFirst = order === null ? state === "CLOSED" : order === "URGENT_LAST";
  const views = [null, ...reviewStates] as const;
  const columns = useReviewColumns();
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("title")}
        lead={t("lead")}
        views={[
          ...views.map((view) => ({
            to: queueAddress(path, { state: view ?? "", kind }),
            label: t(view ?? "open"),
            current: view === state && claimed !== "ME",
          })),
          ...(mayDecide
            ? [{ to: queueAddress(path, { claimed: "ME" }), label: t("mine"), current: claimed === "ME" }]
            : []),
        ]}
        {...(kinds.length > 1
          ? {
              filter: {
                path,
                kept: { state: shown.state, order: shown.order, claimed: shown.claimed },
                values: { kind },
                fields: (
                  <Select
                    name="kind"
                    label={t("kind")}
                    options={kinds.map((one) => ({ value: one.kind, label: one.text }))}
                  />
                ),
              },
            }
          : {})}
        next={mayDecide ? { of: forms.form("next", actionData), isEmpty: query.has("none") } : null}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: (one) => one.caseId,
          empty: t("empty"),
          columns: columns.map((column) =>
            column.key === "left"
              ? {
                  ...column,
                  sortTo: queueAddress(path, shown, { order: isLatestFirst ? "URGENT_FIRST" : "URGENT_LAST" }),
                  sorted: isLatestFirst ? ("descending" as const) : ("ascending" as const),
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

function useReviewColumns(): Column<ReviewSummary>[] {
  const t = useTexts(texts);
  const now = new Date(useFrame().now);
  const isHeld = ({ claimedUntil }: ReviewSummary) => claimedUntil !== null && new Date(claimedUntil) > now;
  return [
    {
      key: "number",
      label: t("number"),
      show: (one) => (
        <a className="console-id" href={`${path}/${one.caseId}`}>
          {one.number}
        </a>
      ),
    },
    { key: "kind", label: t("kind"), show: (one) => one.kindText },
    {
      key: "state",
      label: t("state"),
      show: (one) => (
        <Badge kind={one.state === "WAITING" || one.state === "PROPOSED" ? "attention" : "plain"}>
          {t(one.outcome ?? one.state)}
        </Badge>
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
    { key: "opened", label: t("openedAt"), show: (one) => <LocalTime at={one.openedAt} /> },
    { key: "people", label: t("people"), show: (one) => t(one.needsTwoPeople ? "twoPeople" : "onePerson") },
    { key: "claimed", label: t("claimed"), show: (one) => <StaffName id={isHeld(one) ? one.claimedBy : null} /> },
  ];
}
