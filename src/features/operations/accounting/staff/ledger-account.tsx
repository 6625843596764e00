import type { Route } from "./+types/ledger-account";
import { call } from "#web/api.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { dateInWib } from "#shared/dates.ts";
import { exportsPage } from "#shared/list-export.ts";
import { groupThousands } from "#shared/money.ts";
import { exportLedgerPostings, getTrialBalance, listLedgerPostings, type JournalPosting } from "../contract.ts";
import { signedFigure } from "../parts/figure.ts";
import { texts } from "../texts.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";

export const handle: ScreenHandle = { title: texts.accountTitle };
const path = "/staff/accounting/account";

const postings = defineList(listLedgerPostings, { filters: ["account"] });
const forms = defineForms({ csv: { call: exportLedgerPostings, done: exportsPage } });
export const action = forms.action;

export async function loader({ request, context }: Route.LoaderArgs) {
  const account = new URL(request.url).searchParams.get("account")?.trim() ?? "";
  if (account !== "") return { account, found: await postings.read({ request, context }) };
  // Without an account the page only asks for one, of those who may read the books.
  await call(getTrialBalance, {}, { context });
  return { account, found: null };
}

export default function LedgerAccount({ loaderData: { account, found }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const columns = useColumns();
  return (
    <>
      <Title lead={t("accountLead")}>{t("accountTitle")}</Title>
      <AccountingTabs current="account" />
      <Form id="which" method="get" action={path} values={{ account }}>
        <div className="console-line list-filter">
          <TextField
            name="account"
            label={t("account")}
            hint={t("accountHint")}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Button kind="secondary" compact>
            {t("show")}
          </Button>
        </div>
      </Form>
      {found && (
        <>
          <p>
            <strong>{found.account}</strong> · {t("balance")} {signedFigure(found.balanceRupiah)} ({t(found.normal)})
          </p>
          <ListTable
            list={found.list}
            hasPeriod
            periodOf={t("postedAt")}
            csv={forms.form("csv", actionData)}
            table={{
              caption: found.account,
              rows: found.items,
              rowKey: ({ transferId }) => transferId,
              empty: t("postingsEmpty"),
              columns,
            }}
          />
        </>
      )}
    </>
  );
}

function useColumns(): ListColumn<JournalPosting>[] {
  const t = useTexts(texts);
  const figure = (amount: number | null) => (amount === null ? "" : groupThousands(amount));
  return [
    {
      key: "booked",
      label: t("postedAt"),
      show: ({ postedAt, valueDate }) => (
        <TwoLines>
          <LocalInstant at={postedAt} />
          {valueDate !== dateInWib(new Date(postedAt)) && (
            <span>
              {t("valueDate")} <DateText date={valueDate} style="short" />
            </span>
          )}
        </TwoLines>
      ),
    },
    { key: "debit", label: t("debit"), figures: true, show: ({ debitRupiah }) => figure(debitRupiah) },
    { key: "credit", label: t("credit"), figures: true, show: ({ creditRupiah }) => figure(creditRupiah) },
    {
      key: "what",
      label: t("kind"),
      show: ({ kind, counterAccount }) => (
        <TwoLines>
          <span>{kind}</span>
          <a href={`${path}?${new URLSearchParams({ account: counterAccount })}`} title={counterAccount}>
            {short(counterAccount)}
          </a>
        </TwoLines>
      ),
    },
    {
      key: "reference",
      label: t("reference"),
      show: ({ reference, transferId }) => (
        <span className="console-id" title={transferId}>
          {short(reference)}
        </span>
      ),
    },
  ];
}

/** Long ids by their end; the whole one is in the title and in the file. */
const short = (id: string): string =>
  id.length <= 32 ? id : `${id.includes("/") ? id.slice(0, id.indexOf("/") + 1) : ""}…${id.slice(-8)}`;
