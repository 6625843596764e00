import type { Route } from "./+types/home";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStaffHome, type WorkList } from "../contract.ts";
import { FindForm } from "../parts/find-form.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle };

const placeOf: Readonly<Record<WorkList, string>> = {
  CASES_TO_DECIDE: "/staff/cases",
  CASES_TO_CHECK: "/staff/cases?state=PROPOSED",
  COMPLAINTS: "/staff/complaints",
  UNMATCHED_PAYMENTS: "/staff/payments",
  TAKEN_BACK_PAYMENTS: "/staff/payments#taken-back",
  FAILED_DISBURSEMENTS: "/staff/disbursements",
  LATE_PAYOUTS: "/staff/disbursements#late",
  RETURNED_PAYOUTS: "/staff/disbursements#returned",
  MONEY_TO_CHECK: "/staff/money",
  CONTENTS_TO_CHECK: "/staff/contents",
  CONFIGURATION_TO_CHECK: "/staff/configuration",
};

export async function loader({ context }: Route.LoaderArgs) {
  return call(getStaffHome, {}, { context });
}

export default function Home({ loaderData: { lists } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  const maySearch = staff !== null && mayStaff(staff.roles, "borrower.search");
  return (
    <>
      <Title>{t("homeTitle")}</Title>
      {maySearch && <FindForm />}
      {lists.length === 0 ? (
        <Notice>{t("nothingForRoles")}</Notice>
      ) : (
        <DataTable
          caption={t("workLists")}
          rows={lists}
          rowKey={(list) => list.key}
          columns={[
            { key: "list", label: t("list"), show: (list) => <a href={placeOf[list.key]}>{t(list.key)}</a> },
            { key: "count", label: t("waiting"), figures: true, show: (list) => list.count },
            {
              key: "oldest",
              label: t("oldest"),
              show: (list) => (list.oldestAt ? <InstantText at={list.oldestAt} style="short" /> : "–"),
            },
          ]}
        />
      )}
    </>
  );
}
