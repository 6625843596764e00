import type { Route } from "./+types/reconciliation";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { groupThousands } from "#shared/money.ts";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import {
  bankAccounts,
  lineStates,
  listStatementLines,
  uploadStatement,
  type BankStatementLine,
} from "../statement-contract.ts";
import { signedFigure } from "../parts/figure.ts";
import { texts } from "../texts.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";

const path = "/staff/accounting/reconciliation";
export const handle: ScreenHandle = { title: texts.reconciliation, uploads: [uploadStatement] };

const lines = defineList(listStatementLines, { filters: ["state"] });
const forms = defineForms({ upload: { call: uploadStatement } });
export const action = forms.action;
export async function loader({ request, context }: Route.LoaderArgs) {
  const [found, staff] = await Promise.all([lines.read({ request, context }), knownStaff({ context })]);
  return { ...found, staff };
}

export default function Reconciliation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { items, formats, statements, list, staff } = loaderData;
  const mayReconcile = mayStaff(useFrame().staff?.roles ?? [], "accounting.reconcile");
  const state = list.asked["state"] ?? "OPEN";
  const outcome = actionData?.form === "upload" ? actionData.reply : undefined;
  const columns = useColumns();
  return (
    <StaffProvider staff={staff}>
      <Title lead={t("reconciliationLead")}>{t("reconciliation")}</Title>
      <AccountingTabs current="reconciliation" />
      {outcome && (
        <Notice kind={outcome.theirsOnly + outcome.oursOnly > 0 ? "attention" : "ok"} title={t("outcomeTitle")} live>
          {t("outcome", {
            lines: outcome.lines,
            matched: outcome.matched,
            theirsOnly: outcome.theirsOnly,
            known: outcome.known,
            oursOnly: outcome.oursOnly,
          })}
        </Notice>
      )}
      <Tabs
        label={t("state")}
        wrap
        tabs={lineStates.map((one) => ({
          to: listAddress(list, { state: one === "OPEN" ? "" : one }),
          label: t(one),
          current: one === state,
        }))}
      />
      <ListTable
        list={list}
        table={{
          caption: t("reconciliation"),
          rows: items,
          rowKey: ({ lineId }) => lineId,
          empty: t("linesEmpty"),
          columns,
        }}
      />
      {mayReconcile && (
        <Section heading={t("upload")}>
          <ActionForm of={forms.form("upload", actionData)} id="upload" action={path} upload>
            <Select
              name="account"
              label={t("bank")}
              defaultValue="ESCROW"
              options={bankAccounts.map((value) => ({ value, label: t(value) }))}
            />
            <Select
              name="format"
              label={t("format")}
              defaultValue={formats[0]?.key}
              options={formats.map(({ key, name }) => ({ value: key, label: name }))}
            />
            <FileField name="file" label={t("file")} accept="text/csv,.csv" art="document" required plain />
            <ActionBar>
              <Button>{t("send")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
      <Statements of={statements} />
    </StaffProvider>
  );
}

function useColumns(): ListColumn<BankStatementLine>[] {
  const t = useTexts(texts);
  return [
    {
      key: "line",
      label: t("reference"),
      show: ({ lineId, reference }) => (
        <a className="console-id" href={`${path}/${lineId}`} title={reference}>
          {reference.length <= 24 ? reference : `…${reference.slice(-12)}`}
        </a>
      ),
    },
    { key: "amount", label: t("amount"), figures: true, show: ({ amountRupiah }) => signedFigure(amountRupiah) },
    { key: "day", label: t("bookedOn"), show: ({ bookedOn }) => <DateText date={bookedOn} style="short" /> },
    {
      key: "side",
      label: t("side"),
      show: ({ side, account, state }) => (
        <TwoLines>
          <Badge kind={state === "MATCHED" ? "ok" : "attention"}>{t(state === "MATCHED" ? state : side)}</Badge>
          <span>{t(account)}</span>
        </TwoLines>
      ),
    },
    {
      key: "person",
      label: t("person"),
      show: ({ staffId, changedAt }) => (
        <TwoLines>
          {staffId === null ? <span>–</span> : <StaffName id={staffId} />}
          <LocalInstant at={changedAt} />
        </TwoLines>
      ),
    },
  ];
}

type Statement = Awaited<ReturnType<typeof loader>>["statements"][number];

function Statements({ of: statements }: { of: readonly Statement[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("statements")}>
      <DataTable
        caption={t("statements")}
        captionHidden
        rows={statements}
        rowKey={({ statementId }) => statementId}
        empty={t("statementsEmpty")}
        columns={[
          {
            key: "days",
            label: t("bookedOn"),
            show: ({ from, to, account }) => (
              <TwoLines>
                <span>
                  <DateText date={from} style="short" /> – <DateText date={to} style="short" />
                </span>
                <span>{t(account)}</span>
              </TwoLines>
            ),
          },
          { key: "lines", label: t("lines"), figures: true, show: (one) => groupThousands(one.lines) },
          { key: "known", label: t("known"), figures: true, show: (one) => groupThousands(one.known) },
          { key: "matched", label: t("matched"), figures: true, show: (one) => groupThousands(one.matched) },
          {
            key: "by",
            label: t("uploadedBy"),
            show: ({ uploadedBy, uploadedAt }) => (
              <TwoLines>
                <StaffName id={uploadedBy} />
                <LocalInstant at={uploadedAt} />
              </TwoLines>
            ),
          },
        ]}
      />
    </Section>
  );
}
