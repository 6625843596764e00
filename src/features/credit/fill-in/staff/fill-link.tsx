import type { Route } from "./+types/fill-link";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { say } from "#shared/texts.ts";
import { getFillLinks, sendFillLink } from "../staff-contract.ts";
import { fillLinkCauseTexts, itemText, fillLinkStateTexts, fillLinkStaffTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: fillLinkStaffTexts.title };

export function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return call(getFillLinks, { borrowerId }, { context });
}

const forms = defineForms({ send: { call: sendFillLink, done: "?sent=1" } });
export const action = forms.action;

export default function FillLink({ loaderData: { missing, links }, actionData }: Route.ComponentProps) {
  const t = useTexts(fillLinkStaffTexts);
  const language = useLanguage();
  const state = useTexts(fillLinkStateTexts);
  const cause = useTexts(fillLinkCauseTexts);
  const named = (items: readonly string[]) => items.map((item) => say(itemText(item), language)).join(", ");
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved by="sent">{t("sent")}</Saved>
      <Section heading={t("missing")}>
        <p>{missing.length === 0 ? t("nothing") : named(missing)}</p>
        <ActionForm of={forms.form("send", actionData)} id="send">
          <TextArea name="reason" label={t("reason")} rows={2} />
          <ActionBar>
            <Button track="staff_fill_link">{t("send")}</Button>
          </ActionBar>
        </ActionForm>
      </Section>
      <Section heading={t("links")}>
        <DataTable
          caption={t("links")}
          captionHidden
          rows={links}
          rowKey={({ id }) => id}
          empty={<Small>{t("none")}</Small>}
          columns={[
            { key: "made", label: t("made"), show: ({ madeAt }) => <InstantText at={madeAt} style="short" /> },
            { key: "state", label: t("state"), show: (row) => state(row.state) },
            { key: "cause", label: t("cause"), show: (row) => cause(row.cause) },
            { key: "asked", label: t("asked"), show: ({ asked }) => named(asked) },
            { key: "ends", label: t("ends"), show: ({ endsAt }) => <InstantText at={endsAt} style="short" /> },
          ]}
        />
      </Section>
    </>
  );
}
