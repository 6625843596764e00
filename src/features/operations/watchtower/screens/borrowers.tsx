import { redirect } from "react-router";
import type { Route } from "./+types/borrowers";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { getStaffSession } from "#features/platform/console/contract.ts";
import { searchBorrower } from "../staff-contract.ts";
import { FindForm } from "../parts/find-form.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.searchTitle };

export async function loader({ context }: Route.LoaderArgs) {
  await call(getStaffSession, {}, { context });
  return null;
}

const forms = defineForms(
  {
    find: {
      call: searchBorrower,
      done: ({ found: [first, ...others] }) => {
        if (!first || others.length > 0) return null;
        return first.loanId ? `/staff/loans/${first.loanId}` : `/staff/borrowers/${first.borrowerId}`;
      },
    },
  },
  {
    // People on the phone also read out the number of their complaint; it is nothing personal.
    before: async ({ form }) => {
      const ticket = /^\s*(ADU[\s-]*\d{6}[\s-]*[0-9A-Z]{8})\s*$/i.exec(String(form.get("identifier")))?.[1];
      return ticket ? redirect(`/staff/complaints?number=${encodeURIComponent(ticket)}`, 303) : undefined;
    },
  },
);
export const action = forms.action;

export default function Borrowers({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const found = actionData?.reply?.found ?? [];
  return (
    <>
      <Title>{t("searchTitle")}</Title>
      <FindForm {...(actionData?.answer ? { values: actionData.values, failure: actionData.answer.failure } : {})} />
      {found.length > 0 && (
        <DataTable
          caption={t("severalFound")}
          rows={found}
          rowKey={(one) => one.borrowerId}
          columns={[
            {
              key: "id",
              label: t("id"),
              show: (one) => (
                <a className="console-id" href={`/staff/borrowers/${one.borrowerId}`}>
                  {one.borrowerId}
                </a>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
