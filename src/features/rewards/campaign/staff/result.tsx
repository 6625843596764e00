import type { Route } from "./+types/result";
import { mayStaff } from "#shared/staff-permissions.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { useOptionName } from "../parts/option-name.ts";
import { getStaffCampaign, proposeResult, type StaffCampaign } from "../staff-contract.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.result };

export async function loader({ params: { activityId }, context }: Route.LoaderArgs) {
  const { pick } = await call(getStaffCampaign, { activityId }, { context });
  return { activityId, pick };
}

const forms = defineForms({ result: { call: proposeResult, done: "?proposed=1" } });
export const action = forms.action;
type Pick = NonNullable<StaffCampaign["pick"]>;

export default function Result({ loaderData: { activityId, pick }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const nameOf = useOptionName(pick ?? { names: [] });
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title>{t("resultOf", { name: activityId })}</Title>
      <p>
        <a href={`/staff/campaigns/${activityId}`}>{activityId}</a>
      </p>
      <Saved by="proposed">{t("proposed")}</Saved>
      {!pick && <Notice>{t("noPick")}</Notice>}
      {pick && (
        <div className="console-grid">
          <div className="console-main">
            <Options pick={pick} />
          </div>
          <div>
            <Standing pick={pick} />
            {pick.awaitsResult && mayStaff(roles, "campaign.edit") && (
              <Section heading={t("resultPropose")}>
                <ActionForm of={forms.form("result", actionData)} id="result">
                  <Select
                    name="optionKey"
                    label={t("option")}
                    options={pick.options.map(({ optionKey }) => ({ value: optionKey, label: nameOf(optionKey) }))}
                  />
                  <TextField name="source" label={t("source")} hint={t("sourceHint")} />
                  <TextArea name="reason" label={t("reason")} rows={2} />
                  <ActionBar>
                    <Button>{t("resultPropose")}</Button>
                  </ActionBar>
                </ActionForm>
              </Section>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Standing({ pick }: { pick: Pick }) {
  const t = useTexts(texts);
  const nameOf = useOptionName(pick);
  const { result } = pick;
  return (
    <Receipt heading={t("result")}>
      <ReceiptLine label={t("lockedAt")}>
        <InstantText at={pick.lockedAt} style="short" />
      </ReceiptLine>
      <ReceiptLine label={t("people")}>{pick.people}</ReceiptLine>
      {result && (
        <>
          <ReceiptLine label={t("option")}>{nameOf(result.optionKey)}</ReceiptLine>
          <ReceiptLine label={t("source")}>{result.source}</ReceiptLine>
          <ReceiptLine label={t("winners")}>{result.winners}</ReceiptLine>
          <ReceiptLine label={t("share")}>
            <Money rupiah={result.shareRupiah} />
          </ReceiptLine>
        </>
      )}
    </Receipt>
  );
}

/** Number of people per choice. */
function Options({ pick }: { pick: Pick }) {
  const t = useTexts(texts);
  const nameOf = useOptionName(pick);
  return (
    <DataTable
      caption={t("options")}
      rows={pick.options}
      rowKey={({ optionKey }) => optionKey}
      empty=""
      columns={[
        { key: "option", label: t("option"), show: ({ optionKey }) => nameOf(optionKey) },
        { key: "people", label: t("people"), figures: true, show: ({ people }) => people },
      ]}
    />
  );
}
