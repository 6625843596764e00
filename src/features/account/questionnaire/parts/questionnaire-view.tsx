import { useSearchParams } from "react-router";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { dateInWib } from "#shared/dates.ts";
import type { Questionnaire } from "../contract.ts";
import { texts } from "../texts.ts";
import { questionGroupsOf, QuestionGroup } from "./question-field.tsx";
import type { Closed, FormOf, QuestionnaireReply } from "./questionnaire-screen.ts";

interface ViewProps {
  shown: QuestionnaireReply;
  /** Its forms, with the state of the one that was sent. */
  form: FormOf;
}

interface StepProps {
  questionnaire: Questionnaire;
  form: FormOf;
}

/** A questionnaire in whatever state it is: over, answered, before its consent, or open. */
export function QuestionnaireView({ shown, form }: ViewProps) {
  const [query] = useSearchParams();
  if (shown.questionnaire === null) return <ClosedState closed={shown.closed} />;
  const { questionnaire } = shown;
  if (questionnaire.submittedAt !== null) return <Done questionnaire={questionnaire} form={form} />;
  const waitsForConsent = questionnaire.consent !== null && questionnaire.consent.givenAt === null;
  if (waitsForConsent && !query.has("without")) return <ConsentStep questionnaire={questionnaire} form={form} />;
  return <Open questionnaire={questionnaire} form={form} />;
}

const art = {
  QUESTIONNAIRE_EXPIRED: "calendar",
  QUESTIONNAIRE_ENDED: "calendar",
  QUESTIONNAIRE_UNKNOWN: "empty",
} as const;

/** Says why it cannot be answered (expired, ended, or not for this person), with a link to go on. */
export function ClosedState({ closed }: { closed: Closed }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art={art[closed]}
      title={t(closed)}
      action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
    >
      {t(`${closed}_WHY`)}
    </EmptyState>
  );
}

function Done({ questionnaire, form }: StepProps) {
  const t = useTexts(texts);
  const { questionnaireKey, consent, submittedAt } = questionnaire;
  return (
    <Stack gap="loose">
      <EmptyState
        level={1}
        art="check"
        title={t("doneTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("doneBody")}
      </EmptyState>
      <Small centred>
        {t("doneAt")} <InstantText at={submittedAt!} />
      </Small>
      {consent?.givenAt && (
        <ActionForm of={form("withdraw")} bare>
          <input type="hidden" name="questionnaireKey" value={questionnaireKey} />
          <Withdraw givenAt={consent.givenAt} consentId={consent.consentId} />
        </ActionForm>
      )}
    </Stack>
  );
}

/** The consent comes before the questions that need it: one box, not ticked; without it the other questions are still asked. */
function ConsentStep({ questionnaire, form }: StepProps) {
  const t = useTexts(texts);
  const { questionnaireKey, consent, title } = questionnaire;
  return (
    <Stack gap="loose">
      <Title lead={t("consentLead", { count: consent!.questionCount })}>{title}</Title>
      <ActionForm of={form("consent")}>
        <input type="hidden" name="questionnaireKey" value={questionnaireKey} />
        <input type="hidden" name="textVersion" value={consent!.textVersion} />
        <Card heading={consent!.title}>
          <Prose html={consent!.body} />
        </Card>
        <Checkbox name="agreed" required={false}>
          {t("consentAgree")}
        </Checkbox>
        <Small>{t("consentOptional")}</Small>
        <ActionBar>
          <Button track="questionnaire_consent">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

/** Inside the answers' form, so that typed answers are sent along and kept. */
function Withdraw({ givenAt, consentId }: { givenAt: string; consentId: string | null }) {
  const t = useTexts(texts);
  return (
    <Card>
      <Stack gap="tight">
        <p>
          {t("consentGiven")} <InstantText at={givenAt} style="short" />. {t("consentEnds")}{" "}
          {consentId !== null && <a href={`/webview/privacy/consents/${consentId}`}>{t("consentReceipt")}</a>}
        </p>
        <Button kind="secondary" compact name="intent" value="withdraw" formNoValidate track="questionnaire_withdraw">
          {t("withdraw")}
        </Button>
      </Stack>
    </Card>
  );
}

function Open({ questionnaire, form }: StepProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const { questionnaireKey, title, lead, questions, answers, isSurvey, consent, version } = questionnaire;
  const groups = questionGroupsOf(questions);
  const of = form(["send", "save", "reconsider", "withdraw"]);
  const values: FormValues = of.values ?? valuesOf(answers);
  const answered = groups.filter(({ asked }) => isFilled(values[`answers.${asked.questionKey}`])).length;
  return (
    <Stack gap="loose">
      <Title lead={lead}>{title}</Title>
      {query.has("saved") && !of.answer && (
        <Notice kind="ok" live title={t("savedTitle")}>
          {t("savedBody")}
        </Notice>
      )}
      {query.has("withdrawn") && <Notice kind="ok" live title={t("withdrawnTitle")} />}
      <Until questionnaire={questionnaire} />
      <Progress
        label={t("progress")}
        words={t("answeredOf", { count: answered, total: groups.length })}
        value={answered}
        maximum={groups.length}
      />
      <ActionForm of={named(of, t("unanswered"))} values={values} names={textsOf(questions)}>
        <DefaultButton />
        <input type="hidden" name="questionnaireKey" value={questionnaireKey} />
        <input type="hidden" name="version" value={version} />
        {query.has("without") && <input type="hidden" name="without" value="1" />}
        {groups.map((group, index) => (
          <QuestionGroup key={group.asked.questionKey} group={group} number={index + 1} />
        ))}
        <Small>{t(isSurvey ? "surveyUse" : consent?.givenAt ? "reviewedUse" : "answersUse")}</Small>
        {consent?.givenAt && <Withdraw givenAt={consent.givenAt} consentId={consent.consentId} />}
        {consent && !consent.givenAt && (
          <Button kind="quiet" compact name="intent" value="reconsider" formNoValidate track="questionnaire_reconsider">
            {t("consentLater", { count: consent.questionCount })}
          </Button>
        )}
        <ActionBar>
          <Button track="questionnaire_send">{t("send")}</Button>
          {!isSurvey && (
            <Button kind="secondary" name="intent" value="save" formNoValidate track="questionnaire_save">
              {t("save")}
            </Button>
          )}
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

/** The deadline: the person's own one before the general one. */
function Until({ questionnaire: { expiresAt, endsOn } }: { questionnaire: Questionnaire }) {
  const t = useTexts(texts);
  if (expiresAt === null && endsOn === null) return null;
  const ownDay = expiresAt === null ? null : dateInWib(new Date(expiresAt));
  return (
    <Small>
      {t("openUntil")}{" "}
      {ownDay !== null && (endsOn === null || ownDay <= endsOn) ? (
        <InstantText at={expiresAt!} style="short" />
      ) : (
        <DateText date={endsOn!} style="short" />
      )}
    </Small>
  );
}

const textsOf = (questions: Questionnaire["questions"]) =>
  Object.fromEntries(questions.map(({ questionKey, text }) => [`answers.${questionKey}`, text]));

/** Marks each unanswered question; the summary above names it in its own words. */
function named(of: BoundForm, unanswered: string): BoundForm {
  const { answer } = of;
  if (!answer?.failure.status.fields) return of;
  const { status } = answer.failure;
  const fields = status.fields?.map((field) => (field.code === "REQUIRED" ? { ...field, detail: unanswered } : field));
  return {
    ...of,
    answer: { ...answer, failure: { ...answer.failure, status: { ...status, ...(fields ? { fields } : {}) } } },
  };
}

const isFilled = (value: FormValues[string]): boolean => value !== undefined && String(value).trim() !== "";

/** Saved answers as the form holds them. */
function valuesOf(answers: Questionnaire["answers"]): FormValues {
  return Object.fromEntries(
    answers.map(({ questionKey, value }) => [`answers.${questionKey}`, Array.isArray(value) ? value : String(value)]),
  );
}
