import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Approval } from "#web/ui/approval/approval.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form, type FormCall } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { editorTexts } from "../texts.ts";

type Answered = Partial<Pick<FormAnswer, "values" | "failure">>;

export interface ProposalCheckProps {
  check: FormCall;
  takeBack: FormCall;
  /** Words of the button that agrees: they say what happens then. */
  agree: string;
  isOwn: boolean;
  /** What the page's action answered: shown in the form that was sent. */
  answer?: (Required<Answered> & { isTakingBack: boolean }) | undefined;
}

/**
 * What the page of an open proposal offers: its maker may take it back (`act` is `take-back`), anybody else who may check
 * contents agrees or refuses with a reason (`approve`, `reason`).
 */
export function ProposalCheck({ check, takeBack, agree, isOwn, answer }: ProposalCheckProps) {
  const roles = useFrame().staff?.roles ?? [];
  const answered: Answered = answer?.isTakingBack === isOwn ? { values: answer.values, failure: answer.failure } : {};
  if (isOwn) return <TakeBackForm call={takeBack} {...answered} />;
  return mayStaff(roles, "content.check") ? <CheckForm call={check} agree={agree} {...answered} /> : null;
}

function CheckForm({ call, agree, ...answered }: Answered & { call: FormCall; agree: string }) {
  const t = useTexts(editorTexts);
  const { formKey } = useFrame();
  return (
    <Form call={call} idempotencyKey={formKey} {...answered}>
      <Heading>{t("check")}</Heading>
      <TextArea name="reason" label={t("checkReason")} hint={t("checkReasonHint")} rows={2} />
      <Approval agree={agree} refuse={t("refuse")} />
    </Form>
  );
}

function TakeBackForm({ call, ...answered }: Answered & { call: FormCall }) {
  const t = useTexts(editorTexts);
  const { formKey } = useFrame();
  return (
    <Form call={call} idempotencyKey={formKey} {...answered}>
      <Notice>{t("ownProposal")}</Notice>
      <ActionBar>
        <Button name="act" value="take-back" kind="secondary">
          {t("takeBack")}
        </Button>
      </ActionBar>
    </Form>
  );
}
