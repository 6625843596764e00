import type { Route } from "./+types/statement-line";
import { LocalInstant } from "#web/console/local-time.tsx";
import { StaffName, StaffProvider } from "#web/console/staff-name.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { knownStaff } from "#features/platform/console/parts/known-staff.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStatementLine, workOnLine } from "../statement-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.lineTitle };

const forms = defineForms({
  work: { call: workOnLine, input: ({ params }) => ({ lineId: params["lineId"] }), done: "?saved=1" },
});
export const action = forms.action;

export async function loader({ params, context }: Route.LoaderArgs) {
  const [line, staff] = await Promise.all([
    call(getStatementLine, { lineId: params.lineId }, { context }),
    knownStaff({ context }),
  ]);
  return { line, staff };
}

const next = ["IN_WORK", "SETTLED", "OPEN"] as const;

export default function Line({ loaderData: { line, staff }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const mayReconcile = mayStaff(useFrame().staff?.roles ?? [], "accounting.reconcile");
  return (
    <StaffProvider staff={staff}>
      <Title>{t("lineTitle")}</Title>
      <Saved>{t("saved")}</Saved>
      <DefinitionList
        items={[
          [t("bank"), t(line.account)],
          ...(line.state === "MATCHED" ? [] : [[t("side"), t(line.side)] as const]),
          [t("bookedOn"), <DateText key="day" date={line.bookedOn} />],
          [t("amount"), <Money key="amount" rupiah={line.amountRupiah} />],
          [
            t("reference"),
            <span key="reference" className="console-id">
              {line.reference}
            </span>,
          ],
          [t("state"), t(line.state)],
          ...(line.matchedBy === null ? [] : [[t("matchedBy"), t(line.matchedBy)] as const]),
          ...(line.transferId === null
            ? []
            : [
                [
                  t("transfer"),
                  <span key="transfer" className="console-id">
                    {line.transferId}
                  </span>,
                ] as const,
              ]),
          ...(line.staffId === null ? [] : [[t("person"), <StaffName key="person" id={line.staffId} />] as const]),
          ...(line.note === null ? [] : [[t("note"), line.note] as const]),
          [t("changedAt"), <LocalInstant key="changed" at={line.changedAt} />],
        ]}
      />
      {mayReconcile && line.state !== "MATCHED" && (
        <Section heading={t("newState")}>
          <ActionForm of={forms.form("work", actionData)} id="work">
            <Select
              name="state"
              label={t("newState")}
              defaultValue={line.state === "OPEN" ? "IN_WORK" : "SETTLED"}
              options={next.map((value) => ({ value, label: t(value) }))}
            />
            <TextArea name="note" label={t("note")} hint={t("noteHint")} rows={3} />
            <ActionBar>
              <Button>{t("save")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
      <p>
        <a href="/staff/accounting/reconciliation">{t("back")}</a>
      </p>
    </StaffProvider>
  );
}
