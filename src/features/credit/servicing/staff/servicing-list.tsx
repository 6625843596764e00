import { useSearchParams } from "react-router";
import type { Route } from "./+types/servicing-list";
import { deskForms } from "#web/console/desk.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import type { ListColumn } from "#web/console/list-table.tsx";
import { Queue, TwoLines } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { groupThousands } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { LoanStateBadge } from "#features/credit/loan/parts/loan-state-badge.tsx";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { listServicing, servicingDesk } from "../staff-contract.ts";
import { buckets, type ServicedLoan } from "../desk-contract.ts";
import { closedTexts, promiseStateTexts, servicingStaffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: servicingStaffTexts.title };
const path = "/staff/servicing";

const late = defineList(listServicing, { filters: ["bucket"] });
const forms = defineForms({ next: deskForms(servicingDesk, path).next });
export const action = forms.action;

export async function loader({ request, context }: Route.LoaderArgs) {
  const [list, staff] = await Promise.all([late.read({ request, context }), knownStaff({ context })]);
  return { ...list, staff };
}

export default function ServicingList({ loaderData: { items, list, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(servicingStaffTexts);
  const [query] = useSearchParams();
  const roles = useFrame().staff?.roles ?? [];
  const bucket = list.asked["bucket"];
  return (
    <StaffProvider staff={staff}>
      <Queue
        title={t("title")}
        lead={
          <>
            {t("lead")} <a href={`${path}/plans`}>{t("plans")}</a> · <a href={`${path}/write-offs`}>{t("writeOffs")}</a>
          </>
        }
        views={[
          { to: listAddress(list, { bucket: "" }), label: t("all"), current: bucket === undefined },
          ...buckets.map((one) => ({
            to: listAddress(list, { bucket: one }),
            label: t(one),
            current: bucket === one,
          })),
        ]}
        list={list}
        {...(mayStaff(roles, "servicing.contact")
          ? { next: { of: forms.form("next", actionData), isEmpty: query.has("none") } }
          : {})}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ loanId }) => loanId,
          empty: t("empty"),
          columns: useColumns(),
        }}
      />
    </StaffProvider>
  );
}

function useColumns(): ListColumn<ServicedLoan>[] {
  const t = useTexts(servicingStaffTexts);
  const closed = useTexts(closedTexts);
  const promised = useTexts(promiseStateTexts);
  return [
    {
      key: "loan",
      label: t("loan"),
      show: ({ loanId, loanNumber, state }) => (
        <TwoLines>
          <a className="console-id" href={`${path}/${loanId}`}>
            {loanNumber}
          </a>
          <LoanStateBadge state={state} />
        </TwoLines>
      ),
    },
    { key: "days", label: t("days"), figures: true, show: ({ daysPastDue }) => daysPastDue },
    { key: "due", label: t("due"), figures: true, show: ({ dueTodayRupiah }) => groupThousands(dueTodayRupiah) },
    {
      key: "light",
      label: t("call"),
      show: ({ light: { may, reason, opensAt } }) => (
        <TwoLines>
          <Badge kind={may ? "ok" : "attention"}>{t(may ? "may" : "mayNot")}</Badge>
          {reason && (
            <span>
              {closed(reason)}{" "}
              {opensAt && (
                <>
                  {t("from")} <LocalInstant at={opensAt} />
                </>
              )}
            </span>
          )}
        </TwoLines>
      ),
    },
    {
      key: "promise",
      label: t("promise"),
      show: ({ promise }) =>
        promise ? (
          <TwoLines>
            <span>{promised(promise.state)}</span>
            <DateText date={promise.on} style="short" />
          </TwoLines>
        ) : (
          "–"
        ),
    },
    {
      key: "contact",
      label: t("lastContact"),
      show: ({ lastContactAt }) => (lastContactAt === null ? "–" : <LocalInstant at={lastContactAt} />),
    },
    {
      key: "staff",
      label: t("staff"),
      show: ({ claimedBy }) => (claimedBy === null ? "–" : <StaffName id={claimedBy} />),
    },
  ];
}
