import { data, redirect } from "react-router";
import type { Route } from "./+types/borrowers";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
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

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  // People on the phone also read out the number of their complaint; it is nothing personal.
  const ticket = /^\s*(ADU[\s-]*\d{6}[\s-]*[0-9A-Z]{8})\s*$/i.exec(String(form.get("identifier")))?.[1];
  if (ticket) throw redirect(`/staff/complaints?number=${encodeURIComponent(ticket)}`, 303);
  const sent = await submit(searchBorrower, form, context);
  if (!sent.ok) return data({ ...sent.answer, found: [] }, { status: sent.answer.status });
  const [first, ...others] = sent.reply.found;
  if (first && others.length === 0)
    throw redirect(first.loanId ? `/staff/loans/${first.loanId}` : `/staff/borrowers/${first.borrowerId}`, 303);
  return data({ values: {}, failure: undefined, found: sent.reply.found });
}

export default function Borrowers({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const found = actionData?.found ?? [];
  return (
    <>
      <Title>{t("searchTitle")}</Title>
      <FindForm {...(actionData?.failure ? { values: actionData.values, failure: actionData.failure } : {})} />
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
