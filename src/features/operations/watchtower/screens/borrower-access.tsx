import { data, redirect } from "react-router";
import type { Route } from "./+types/borrower-access";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { call, submit } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { formatInstant } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { blockBorrower, getBorrowerPage, unlockBorrowerCall } from "../staff-contract.ts";
import { BorrowerTabs } from "../parts/borrower-tabs.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.accessTitle };

export async function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  const { status, lockedUntil } = await call(getBorrowerPage, { borrowerId }, { context });
  return { borrowerId, status, lockedUntil };
}

export async function action({ request, params: { borrowerId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isBlock = form.get("act") === "block";
  const sent = isBlock
    ? await submit(blockBorrower, form, context, { borrowerId })
    : await submit(unlockBorrowerCall, form, context, { borrowerId });
  if (!sent.ok) return data({ ...sent.answer, isBlock }, { status: sent.answer.status });
  throw redirect(`/staff/borrowers/${borrowerId}/access`, 303);
}

export default function BorrowerAccess({
  loaderData: { borrowerId, status, lockedUntil },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const roles = useFrame().staff?.roles ?? [];
  const isClosed = status === "BLOCKED" || lockedUntil !== null;
  const answerTo = (isBlock: boolean) =>
    actionData?.isBlock === isBlock ? { values: actionData.values, failure: actionData.failure } : {};
  return (
    <>
      <Title>{t("accessTitle")}</Title>
      <BorrowerTabs borrowerId={borrowerId} />
      {status === "BLOCKED" && <Notice kind="bad">{t("blockedNow")}</Notice>}
      {lockedUntil && (
        <Notice kind="attention">{t("lockedUntil", { time: formatInstant(new Date(lockedUntil), language) })}</Notice>
      )}
      {!isClosed && <Notice kind="ok">{t("unlocked")}</Notice>}
      {mayStaff(roles, "borrower.unlock") && isClosed && (
        <Section heading={t("unlockHeading")}>
          <Small>{t("unlockLead")}</Small>
          <Form id="unlock" call={unlockBorrowerCall} {...answerTo(false)}>
            <input type="hidden" name="act" value="unlock" />
            <TextArea name="reason" label={t("reason")} rows={2} />
            <ActionBar>
              <Button>{t("unlock")}</Button>
            </ActionBar>
          </Form>
        </Section>
      )}
      {mayStaff(roles, "borrower.block") && status === "ACTIVE" && (
        <Section heading={t("blockHeading")}>
          <Small>{t("blockLead")}</Small>
          <Form id="block" call={blockBorrower} {...answerTo(true)}>
            <input type="hidden" name="act" value="block" />
            <TextArea name="reason" label={t("reason")} rows={2} />
            <ActionBar>
              <Button kind="danger">{t("block")}</Button>
            </ActionBar>
          </Form>
        </Section>
      )}
    </>
  );
}
