import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import type { Route } from "./+types/retention";
import { formatInstant } from "#shared/dates.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { keptRules } from "../contract.ts";
import { listRetained, proposeReading, readRetainedItem } from "../staff-contract.ts";
import { keptTexts, retentionTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const path = "/staff/retention";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const number = query.get("number")?.trim() ?? "";
  const itemId = query.get("item");
  await onlyFor({ context }, listRetained);
  if (number === "") return { number, found: null, item: null, isUnknown: false };
  try {
    const found = await call(listRetained, { number }, { context });
    const { borrowerId } = found;
    const mayOpen = itemId !== null && found.readableUntil !== null;
    const item = mayOpen ? await call(readRetainedItem, { borrowerId, itemId }, { context }) : null;
    return { number, found, item: item && { ...item, itemId: itemId! }, isUnknown: false };
  } catch (error) {
    // A malformed number is treated like an unknown one.
    if (error instanceof Problem && (error.init.status === 404 || error.init.status === 422))
      return { number, found: null, item: null, isUnknown: true };
    throw error;
  }
}

const forms = defineForms({
  propose: {
    call: proposeReading,
    done: (_reply, { url }) => `${path}?number=${encodeURIComponent(url.searchParams.get("number") ?? "")}&proposed=1`,
  },
});
export const action = forms.action;

export default function Retention({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { number, found, item, isUnknown } = loaderData;
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Form id="find" method="get" values={{ number }}>
        <div className="console-line">
          <TextField name="number" label={t("number")} autoComplete="off" required />
          <Button kind="secondary">{t("find")}</Button>
        </div>
      </Form>
      {isUnknown && <Notice kind="attention">{t("unknown")}</Notice>}
      <Saved by="proposed">{t("proposed")}</Saved>
      {found && <Standing found={found} number={number} of={forms.form("propose", actionData)} />}
      {found && item && <Opened borrowerId={found.borrowerId} item={item} />}
      {found && <Kept found={found} number={number} />}
    </>
  );
}

type Found = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

/** Whether it may be opened, by whose approval, or the form to request it. */
function Standing({ found, number, of }: { found: Found; number: string; of: ReturnType<typeof forms.form> }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { borrowerId, readableUntil, proposalId, items } = found;
  if (readableUntil)
    return (
      <Notice kind="ok">{t("readable", { until: formatInstant(new Date(readableUntil), language, "WIB") })}</Notice>
    );
  if (proposalId)
    return (
      <Notice>
        <a href={`/staff/checks/${proposalId}`}>{t("waits")}</a>
      </Notice>
    );
  if (items.length === 0) return null;
  return (
    <Section heading={t("propose")}>
      <ActionForm of={of} id="propose" action={`${path}?number=${encodeURIComponent(number)}`} hidden={{ borrowerId }}>
        <TextArea name="reason" label={t("reason")} rows={2} />
        <Button>{t("propose")}</Button>
      </ActionForm>
    </Section>
  );
}

function Kept({ found, number }: { found: Found; number: string }) {
  const t = useTexts(texts);
  const rule = useTexts(keptTexts);
  return (
    <DataTable
      caption={t("title")}
      captionHidden
      rows={found.items}
      rowKey={(row) => row.itemId}
      empty={t("none")}
      columns={[
        { key: "kind", label: t("kind"), show: (row) => row.kindText },
        {
          key: "rule",
          label: t("rule"),
          show: (row) => {
            const known = keptRules.find((one) => one === row.rule);
            return known ? rule(known) : row.rule;
          },
        },
        { key: "until", label: t("until"), show: (row) => <InstantText at={row.until} style="short" /> },
        {
          key: "open",
          label: t("open"),
          show: (row) =>
            found.readableUntil ? (
              <a href={`${path}?number=${encodeURIComponent(number)}&item=${row.itemId}`}>{t("open")}</a>
            ) : row.hasFile ? (
              t("file")
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

function Opened({
  borrowerId,
  item: { itemId, fields, hasFile },
}: {
  borrowerId: string;
  item: NonNullable<Route.ComponentProps["loaderData"]["item"]>;
}) {
  const t = useTexts(texts);
  return (
    <Section heading={t("opened")}>
      {fields.length > 0 && (
        <DataTable
          caption={t("opened")}
          captionHidden
          rows={fields.map((field, index) => ({ ...field, index }))}
          rowKey={(field) => String(field.index)}
          columns={[
            { key: "field", label: t("field"), show: (field) => field.label },
            { key: "value", label: t("value"), show: (field) => field.text },
          ]}
        />
      )}
      {fields.length === 0 && !hasFile && <p>{t("booksAlone")}</p>}
      {hasFile && (
        <ButtonLink to={`/api/staff/retention/${borrowerId}/items/${itemId}/file`} kind="secondary" download>
          {t("download")}
        </ButtonLink>
      )}
    </Section>
  );
}
