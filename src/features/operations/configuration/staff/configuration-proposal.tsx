import { data, redirect } from "react-router";
import type { Route } from "./+types/configuration-proposal";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Difference } from "#web/ui/difference/difference.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Row } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { call, submit, type FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getStaffSession, listStaffNames } from "#features/operations/staff/contract.ts";
import { checkConfigProposal, getConfigProposal, standardRateConfigName, takeBackConfigProposal } from "../contract.ts";
import { RatesPreview } from "../parts/rates-preview.tsx";
import { editorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.waitingHeading };

export async function loader({ params: { proposalId }, context }: Route.LoaderArgs) {
  const [found, names, own] = await Promise.all([call(getConfigProposal, { proposalId }, { context }), call(listStaffNames, {}, { context }), call(getStaffSession, {}, { context })]);
  return { found, ownId: own.staffId, names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])) };
}

export async function action({ request, params: { proposalId }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isTakingBack = form.get("act") === "take-back";
  const sent = isTakingBack ? await submit(takeBackConfigProposal, form, context, { proposalId }) : await submit(checkConfigProposal, form, context, { proposalId });
  if (!sent.ok) return data({ ...sent.answer, isTakingBack }, { status: sent.answer.status });
  throw redirect(`/staff/configuration/proposals/${proposalId}`, 303);
}

export default function ConfigurationProposal({ loaderData: { found, ownId, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const isOwn = found.makerId === ownId;
  const isOpen = found.state === "OPEN";
  const answerTo = (isTakingBack: boolean) => (actionData?.isTakingBack === isTakingBack ? { values: actionData.values, failure: actionData.failure } : {});
  const nameOf = (id: string | null) => (id === null ? null : (names[id] ?? id));
  const shown = (isPublic: boolean) => t(isPublic ? "isPublic" : "isInternal");
  const badge = found.state === "OPEN" ? "attention" : found.state === "PUBLISHED" ? "ok" : found.state === "REJECTED" ? "bad" : "plain";
  return (
    <>
      <Row spread>
        <Title>{t("proposalTitle", { name: found.configName })}</Title>
        <Badge kind={badge}>{t(found.state)}</Badge>
      </Row>
      <Row>
        <a href="/staff/configuration">{t("title")}</a>
        {found.newestVersion > 0 && <a href={`/staff/configuration/${found.configName}`}>{found.configName}</a>}
      </Row>
      <DefinitionList
        items={[
          [t("baseVersion"), found.baseVersion === 0 ? t("newValue") : found.baseVersion],
          [t("shown"), found.wasPublic === null || found.wasPublic === found.isPublic ? shown(found.isPublic) : t("publicChange", { before: shown(found.wasPublic), after: shown(found.isPublic) })],
          [t("maker"), nameOf(found.makerId)],
          [t("proposedAt"), <InstantText at={found.proposedAt} />],
          [t("note"), found.note || null],
          ...(found.checkedAt === null ? [] : ([[t("checker"), nameOf(found.checkerId)], [t("checkedAt"), <InstantText at={found.checkedAt} />], [t("reason"), found.reason || null]] as const)),
        ]}
      />
      {isOpen && isOwn && <TakeBackForm {...answerTo(true)} />}
      {isOpen && !isOwn && mayStaff(roles, "content.check") && <CheckForm {...answerTo(false)} />}
      <Section heading={t("difference")}>
        <Difference parts={found.difference} />
      </Section>
      {found.configName === standardRateConfigName && <RatesPreview value={found.value} />}
    </>
  );
}

type Answered = Partial<Pick<FormAnswer, "values" | "failure">>;

function CheckForm(answered: Answered) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <Form call={checkConfigProposal} idempotencyKey={formKey} {...answered}>
      <Heading>{t("check")}</Heading>
      <TextArea name="reason" label={t("checkReason")} hint={t("checkReasonHint")} rows={2} />
      <ActionBar>
        <Button name="approve" value="true">
          {t("agree")}
        </Button>
        <Button name="approve" value="false" kind="secondary">
          {t("refuse")}
        </Button>
      </ActionBar>
    </Form>
  );
}

function TakeBackForm(answered: Answered) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <Form call={takeBackConfigProposal} idempotencyKey={formKey} {...answered}>
      <Notice>{t("ownProposal")}</Notice>
      <ActionBar>
        <Button name="act" value="take-back" kind="secondary">
          {t("takeBack")}
        </Button>
      </ActionBar>
    </Form>
  );
}
