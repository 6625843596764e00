import type { Route } from "./+types/borrower-access";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { formatInstant } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getLegalHold, holdAuthorities, proposeLegalHold } from "#features/account/privacy/staff-contract.ts";
import { blockBorrower, getBorrowerPage, unlockBorrowerCall } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.accessTitle };

export async function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  const { status, frozenByOwner, lockedUntil } = await call(getBorrowerPage, { borrowerId }, { context });
  const { staff } = context.get(pageFrame);
  const legal = mayStaff(staff?.roles ?? [], "legal.hold")
    ? await call(getLegalHold, { borrowerId }, { context })
    : null;
  return { status, frozenByOwner, lockedUntil, legal };
}

const own = (_reply: unknown, { url }: Posted): string => url.pathname;
const forms = defineForms({
  unlock: { call: unlockBorrowerCall, done: own },
  block: { call: blockBorrower, done: own },
  hold: { call: proposeLegalHold, done: "?proposed=1" },
});
export const action = forms.action;

export default function BorrowerAccess({
  loaderData: { status, frozenByOwner, lockedUntil, legal },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const roles = useFrame().staff?.roles ?? [];
  const isClosed = status === "BLOCKED" || lockedUntil !== null;
  return (
    <>
      <Title>{t("accessTitle")}</Title>
      {frozenByOwner && (
        <Notice kind="attention">
          {t("frozenByOwner")} <a href="/staff/reviews?kind=contest">{t("frozenCases")}</a>
        </Notice>
      )}
      {status === "BLOCKED" && !frozenByOwner && <Notice kind="bad">{t("blockedNow")}</Notice>}
      {lockedUntil && (
        <Notice kind="attention">{t("lockedUntil", { time: formatInstant(new Date(lockedUntil), language) })}</Notice>
      )}
      {!isClosed && <Notice kind="ok">{t("unlocked")}</Notice>}
      {mayStaff(roles, "borrower.unlock") && isClosed && !frozenByOwner && (
        <Section heading={t("unlockHeading")}>
          <Small>{t("unlockLead")}</Small>
          <ActionForm of={forms.form("unlock", actionData)} id="unlock">
            <TextArea name="reason" label={t("reason")} rows={2} />
            <ActionBar>
              <Button>{t("unlock")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
      {mayStaff(roles, "borrower.block") && status === "ACTIVE" && (
        <Section heading={t("blockHeading")}>
          <Small>{t("blockLead")}</Small>
          <ActionForm of={forms.form("block", actionData)} id="block">
            <TextArea name="reason" label={t("reason")} rows={2} />
            <ActionBar>
              <Button kind="danger">{t("block")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
      {legal && <LegalHold legal={legal} of={forms.form("hold", actionData)} />}
    </>
  );
}

/** Set and lifted by two people: the form proposes the opposite of the current state. */
function LegalHold({
  legal: { hold, proposalId },
  of,
}: {
  legal: NonNullable<Route.ComponentProps["loaderData"]["legal"]>;
  of: ReturnType<typeof forms.form>;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Section heading={t("holdHeading")}>
      <Small>{t("holdLead")}</Small>
      <Saved by="proposed">{t("holdProposed")}</Saved>
      {hold && (
        <Notice kind="attention">
          {t("holdStands", {
            authority: t(`hold${hold.authority}`),
            time: formatInstant(new Date(hold.setAt), language),
          })}
        </Notice>
      )}
      {proposalId ? (
        <p>
          <a href={`/staff/checks/${proposalId}`}>{t("holdWaits")}</a>
        </p>
      ) : (
        <ActionForm of={of} id="hold" hidden={{ wanted: hold ? "LIFT" : "HOLD" }}>
          <Select
            name="authority"
            label={t("holdAuthority")}
            options={holdAuthorities.map((value) => ({ value, label: t(`hold${value}`) }))}
            {...(hold ? { defaultValue: hold.authority } : {})}
          />
          <TextArea name="reason" label={t("reason")} rows={2} />
          <ActionBar>
            <Button kind="secondary">{t(hold ? "holdLift" : "holdSet")}</Button>
          </ActionBar>
        </ActionForm>
      )}
    </Section>
  );
}
