import { useSearchParams } from "react-router";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import type { Envelope } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import { answerQuestionnaireConsent, type Questionnaire } from "../contract.ts";
import { texts } from "../texts.ts";
import { groupsOf, QuestionGroup } from "./question-field.tsx";
import type { Closed, Refused, Shown } from "./questionnaire-screen.ts";

interface ViewProps {
  shown: Shown;
  /** What the last post was refused for. */
  refused: Refused | undefined;
}

/** A questionnaire in whatever state it is: over, answered, before its consent, or open. */
export function QuestionnaireView({ shown, refused }: ViewProps) {
  const [query] = useSearchParams();
  if (shown.questionnaire === null) return <ClosedState closed={shown.closed} />;
  const { questionnaire } = shown;
  if (questionnaire.submittedAt !== null) return <Done questionnaire={questionnaire} />;
  const waitsForConsent = questionnaire.consent !== null && questionnaire.consent.givenAt === null;
  if (waitsForConsent && !query.has("without")) return <ConsentStep questionnaire={questionnaire} refused={refused} />;
  return <Open questionnaire={questionnaire} refused={refused} />;
}

const art = {
  QUESTIONNAIRE_EXPIRED: "calendar",
  QUESTIONNAIRE_ENDED: "calendar",
  QUESTIONNAIRE_UNKNOWN: "empty",
} as const;

/** Expired, ended, or none for this person: why, and where to go on. */
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

function Done({ questionnaire }: { questionnaire: Questionnaire }) {
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
        <Form bare>
          <input type="hidden" name="questionnaireKey" value={questionnaireKey} />
          <Withdraw givenAt={consent.givenAt} consentId={consent.consentId} />
        </Form>
      )}
    </Stack>
  );
}

/** The consent comes before the questions that need it: one box, not ticked; without it the others are asked all the same. */
function ConsentStep({ questionnaire, refused }: { questionnaire: Questionnaire; refused: Refused | undefined }) {
  const t = useTexts(texts);
  const { questionnaireKey, consent, title } = questionnaire;
  return (
    <Stack gap="loose">
      <Title lead={t("consentLead", { count: consent!.questionCount })}>{title}</Title>
      <Form call={answerQuestionnaireConsent} {...refused}>
        <DefaultButton name="act" value="consent" />
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
          <Button name="act" value="consent" track="questionnaire_consent">
            {t("goOn")}
          </Button>
        </ActionBar>
      </Form>
    </Stack>
  );
}

/** Within a form: what was typed is sent along, and stays. */
function Withdraw({ givenAt, consentId }: { givenAt: string; consentId: string | null }) {
  const t = useTexts(texts);
  return (
    <Card>
      <Stack gap="tight">
        <p>
          {t("consentGiven")} <InstantText at={givenAt} style="short" />. {t("consentEnds")}{" "}
          {consentId !== null && <a href={`/webview/privacy/consents/${consentId}`}>{t("consentReceipt")}</a>}
        </p>
        <Button kind="secondary" compact name="act" value="withdraw" formNoValidate track="questionnaire_withdraw">
          {t("withdraw")}
        </Button>
      </Stack>
    </Card>
  );
}

function Open({ questionnaire, refused }: { questionnaire: Questionnaire; refused: Refused | undefined }) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const { questionnaireKey, title, lead, questions, answers, isSurvey, consent, version } = questionnaire;
  const groups = groupsOf(questions);
  const values: FormValues = refused?.values ?? valuesOf(answers);
  const answered = groups.filter(({ asked }) => isFilled(values[`answers.${asked.questionKey}`])).length;
  return (
    <Stack gap="loose">
      <Title lead={lead}>{title}</Title>
      {query.has("saved") && !refused && (
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
      <Form
        values={values}
        {...(refused ? { failure: named(refused.failure, t("unanswered")), names: textsOf(questions) } : {})}
      >
        <DefaultButton name="act" value="send" />
        <input type="hidden" name="questionnaireKey" value={questionnaireKey} />
        <input type="hidden" name="version" value={version} />
        {query.has("without") && <input type="hidden" name="without" value="1" />}
        {groups.map((group, index) => (
          <QuestionGroup key={group.asked.questionKey} group={group} number={index + 1} />
        ))}
        <Small>{t(isSurvey ? "surveyUse" : consent?.givenAt ? "reviewedUse" : "answersUse")}</Small>
        {consent?.givenAt && <Withdraw givenAt={consent.givenAt} consentId={consent.consentId} />}
        {consent && !consent.givenAt && (
          <Button kind="quiet" compact name="act" value="reconsider" formNoValidate track="questionnaire_reconsider">
            {t("consentLater", { count: consent.questionCount })}
          </Button>
        )}
        <ActionBar>
          <Button name="act" value="send" track="questionnaire_send">
            {t("send")}
          </Button>
          {!isSurvey && (
            <Button kind="secondary" name="act" value="save" formNoValidate track="questionnaire_save">
              {t("save")}
            </Button>
          )}
        </ActionBar>
      </Form>
    </Stack>
  );
}

/** Until when: this person's own end before everybody's. */
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

/** At a question stands that it lacks an answer; the summary above names it by its own words. */
function named(failure: Envelope, unanswered: string): Envelope {
  const { fields } = failure.status;
  if (!fields) return failure;
  const said = fields.map((field) => (field.code === "REQUIRED" ? { ...field, detail: unanswered } : field));
  return { ...failure, status: { ...failure.status, fields: said } };
}

const isFilled = (value: FormValues[string]): boolean => value !== undefined && String(value).trim() !== "";

/** Saved answers as the form holds them. */
function valuesOf(answers: Questionnaire["answers"]): FormValues {
  return Object.fromEntries(
    answers.map(({ questionKey, value }) => [`answers.${questionKey}`, Array.isArray(value) ? value : String(value)]),
  );
}
