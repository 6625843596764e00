import { Fragment } from "react";
import type { Route } from "./+types/trial-balance";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { DateField, TextField } from "#web/ui/text-field/text-field.tsx";
import { formatDate } from "#shared/dates.ts";
import { getTrialBalance, ledgerAssets, type TrialRow } from "../contract.ts";
import { signedFigure } from "../parts/figure.ts";
import { texts } from "../texts.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";

export const handle: ScreenHandle = { title: texts.title };

const names = ["day", "month", "asset"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const asked = Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
  return { asked, balance: await call(getTrialBalance, asked as never, { context }) };
}

export default function TrialBalance({ loaderData: { asked, balance } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { from, to, asset, isClosed, items, debitRupiah, creditRupiah } = balance;
  const [first, last] = [formatDate(from, language), formatDate(to, language)];
  const query = new URLSearchParams(asked as Record<string, string>);
  const csv = `/api/staff/accounting/trial-balance/csv${query.size > 0 ? `?${query}` : ""}`;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <AccountingTabs current="trial" />
      <Form id="period" method="get" action="/staff/accounting" values={asked}>
        <div className="console-line list-filter">
          <DateField name="day" label={t("day")} conditional />
          <TextField name="month" label={t("month")} hint={t("monthHint")} conditional autoComplete="off" />
          <Select
            name="asset"
            label={t("asset")}
            defaultValue={asset}
            options={ledgerAssets.map((value) => ({ value, label: t(value) }))}
          />
          <Button kind="secondary" compact>
            {t("show")}
          </Button>
        </div>
      </Form>
      <p>
        <strong>{from === to ? first : t("period", { from: first, to: last })}</strong>{" "}
        <Badge kind={isClosed ? "ok" : "attention"}>{t(isClosed ? "isClosed" : "isOpen")}</Badge> ·{" "}
        <a href={csv}>{t("csv")}</a>
      </p>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={[
          ...items,
          ...(items.length > 0
            ? [{ account: "", debitRupiah, creditRupiah, openingRupiah: null, closingRupiah: null }]
            : []),
        ]}
        rowKey={({ account }) => account}
        empty={t("trialEmpty")}
        columns={[
          { key: "account", label: t("account"), show: (row) => <Account of={row} range={{ from, to }} /> },
          { key: "opening", label: t("opening"), figures: true, show: (row) => figure(row.openingRupiah) },
          { key: "debit", label: t("debit"), figures: true, show: (row) => figure(row.debitRupiah) },
          { key: "credit", label: t("credit"), figures: true, show: (row) => figure(row.creditRupiah) },
          { key: "closing", label: t("closing"), figures: true, show: (row) => figure(row.closingRupiah) },
        ]}
      />
    </>
  );
}

const figure = (amount: number | null) => (amount === null ? "" : signedFigure(amount));

/** Accounts without owners lead to their postings of these days. */
const single = new Set([
  "ESCROW",
  "OPERATING_CASH",
  "HOUSE_FUNDS",
  "INTEREST_INCOME",
  "FEE_INCOME",
  "LATE_FEE_INCOME",
  "WAIVER_COST",
  "DISCOUNT_COST",
  "PAYOUT_LOSS",
  "PROMOTION_COST",
  "RESTRUCTURE_CLEARING",
  "PRIZE_TAX_PAYABLE",
  "VOUCHER_PAYABLE",
]);

function Account({ of: { account }, range }: { of: Pick<TrialRow, "account">; range: { from: string; to: string } }) {
  const t = useTexts(texts);
  if (account === "") return <strong>{t("sum")}</strong>;
  // On a phone a long name breaks after an underscore, not within a word.
  const name = account.split("_").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
  if (!single.has(account)) return name;
  return <a href={`/staff/accounting/account?${new URLSearchParams({ account, ...range })}`}>{name}</a>;
}
