import { useSearchParams } from "react-router";
import type { Route } from "./+types/reviews";
import { LocalInstant } from "#web/console/local-time.tsx";
import { deskForms } from "#web/console/desk.ts";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { TimeLeft } from "#web/console/time-left.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { exportsPage } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { exportReviews, listReviews, reviewDesk, reviewCaseStates, type ReviewSummary } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };
const path = "/staff/reviews";

const reviews = defineList(listReviews, {
  filters: ["state", "kind", "claimed"],
  usualOrder: ({ state }) => (state === "CLOSED" ? "URGENT_LAST" : "URGENT_FIRST"),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const [list, staff] = await Promise.all([reviews.read({ request, context }), knownStaff({ context })]);
  return { ...list, staff };
}

const forms = defineForms({
  csv: { call: exportReviews, done: exportsPage },
  next: deskForms(reviewDesk, path).next,
});
export const action = forms.action;

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { items, kinds, list, staff } = loaderData;
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const mayDecide = mayStaff(useFrame().staff?.roles ?? [], "review.decide");
  const isMine = list.asked["claimed"] === "ME";
  const kind = list.asked["kind"] ?? "";
  const part = (state: string, claimed = "") => listAddress({ path, asked: { kind } }, { state, claimed });
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("title")}
        lead={t("lead")}
        views={[
          ...[null, ...reviewCaseStates].map((view) => ({
            to: part(view ?? ""),
            label: t(view ?? "open"),
            current: view === (list.asked["state"] ?? null) && !isMine,
          })),
          ...(mayDecide ? [{ to: part("", "ME"), label: t("mine"), current: isMine }] : []),
        ]}
        list={list}
        filter={
          kinds.length > 1
            ? {
                names: ["kind"],
                fields: (
                  <Select
                    name="kind"
                    label={t("kind")}
                    conditional
                    options={kinds.map((one) => ({ value: one.kind, label: one.text }))}
                  />
                ),
              }
            : null
        }
        hasPeriod
        csv={forms.form("csv", actionData)}
        next={mayDecide ? { of: forms.form("next", actionData), isEmpty: query.has("none") } : null}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: (one) => one.caseId,
          empty: t("empty"),
          columns: useReviewColumns(),
        }}
      />
    </StaffProvider>
  );
}

function useReviewColumns(): ListColumn<ReviewSummary>[] {
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
      orders: ["URGENT_FIRST", "URGENT_LAST"],
      show: (one) =>
        one.state === "CLOSED" ? (
          "–"
        ) : (
          <TimeLeft until={one.promisedUntil} remindAt={one.remindAt} isStopped={one.state === "ASKED"} />
        ),
    },
    { key: "opened", label: t("openedAt"), show: (one) => <LocalInstant at={one.openedAt} /> },
    { key: "people", label: t("people"), show: (one) => t(one.needsTwoPeople ? "twoPeople" : "onePerson") },
    { key: "claimed", label: t("claimed"), show: (one) => <StaffName id={isHeld(one) ? one.claimedBy : null} /> },
  ];
}
