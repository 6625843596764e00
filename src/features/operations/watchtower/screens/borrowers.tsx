import type { Route } from "./+types/borrowers";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { searchBorrower } from "../staff-contract.ts";
import { FindForm } from "../parts/find-form.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.searchTitle };

export async function loader({ context }: Route.LoaderArgs) {
  await onlyFor({ context }, searchBorrower);
  return null;
}

const forms = defineForms({
  find: {
    call: searchBorrower,
    done: ({ found: [first, ...others] }) => (first && others.length === 0 ? first.to : null),
  },
});
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
          rowKey={(one) => one.to}
          columns={[
            {
              key: "id",
              label: t("id"),
              show: (one) => (
                <a className="console-id" href={one.to}>
                  {one.borrowerId ?? one.to}
                </a>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
