import type { Route } from "./+types/income";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatDate, formatMonth } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listLenderIncome, proposeLenderIncome, type SharedIncome } from "../contract.ts";
import { texts } from "../texts.ts";
import { LenderTabs } from "./lender-tabs.tsx";

export const handle: ScreenHandle = { title: texts.incomeTitle };

const income = defineList(listLenderIncome);
const forms = defineForms({
  propose: { call: proposeLenderIncome, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => income.read({ request, context });

export default function Income({ loaderData: { items, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const mayPropose = mayStaff(useFrame().staff?.roles ?? [], "money.propose");
  return (
    <>
      <Title lead={t("incomeLead")}>{t("incomeTitle")}</Title>
      <LenderTabs current="income" />
      <ListTable
        list={list}
        table={{
          caption: t("incomeTitle"),
          rows: items,
          rowKey: ({ month }) => month,
          empty: t("incomeEmpty"),
          columns: [
            { key: "month", label: t("month"), show: ({ month }) => formatMonth(`${month}-01`, language) },
            { key: "state", label: t("state"), show: (one) => <State of={one} /> },
            {
              key: "lenders",
              label: t("lendersPart"),
              figures: true,
              show: ({ sharedRupiah, sharePpm }) => (
                <TwoLines>
                  <Money rupiah={sharedRupiah} />
                  <span>{formatPpm(sharePpm, language)}</span>
                </TwoLines>
              ),
            },
            { key: "house", label: t("housePart"), figures: true, show: (one) => <Money rupiah={one.houseRupiah} /> },
            { key: "base", label: t("base"), figures: true, show: (one) => <Money rupiah={one.baseRupiah} /> },
          ],
        }}
      />
      {mayPropose && (
        <Propose
          of={forms.form("propose", actionData)}
          months={items.filter(({ state }) => state === "OPEN").map(({ month }) => month)}
        />
      )}
    </>
  );
}

function Propose({ of, months }: { of: ReturnType<typeof forms.form>; months: readonly string[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (months.length === 0) return <FormRefusal of={of} />;
  return (
    <Section heading={t("proposeIncome")}>
      <ActionForm of={of} id="propose">
        <Select
          name="month"
          label={t("month")}
          defaultValue={months.at(-1)}
          options={months.map((value) => ({ value, label: formatMonth(`${value}-01`, language) }))}
        />
        <TextArea name="reason" label={t("reason")} rows={2} />
        <ActionBar>
          <Button>{t("propose")}</Button>
        </ActionBar>
      </ActionForm>
    </Section>
  );
}

const kinds = {
  EARLY: "plain",
  OPEN: "attention",
  PROPOSED: "attention",
  DISTRIBUTED: "ok",
  NOTHING: "plain",
} as const;

function State({ of: { state, from, distributedAt, proposalId } }: { of: SharedIncome }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const text = t(state, { date: formatDate(from, language, "short") });
  return (
    <TwoLines>
      <Badge kind={kinds[state]}>
        {proposalId === null ? text : <a href={`/staff/checks/${proposalId}`}>{text}</a>}
      </Badge>
      {distributedAt !== null && <LocalInstant at={distributedAt} />}
    </TwoLines>
  );
}
