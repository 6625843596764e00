import type { Route } from "./+types/questionnaire";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import type { ReplyOf } from "#shared/contract.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getQuestionnaireResults } from "../staff-contract.ts";
import { AnswerCount } from "./submitted.tsx";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.resultsTitle };

export const loader = ({ params, context }: Route.LoaderArgs) =>
  call(getQuestionnaireResults, { key: params.key }, { context });

type Results = ReplyOf<typeof getQuestionnaireResults>;

export default function QuestionnaireResults({ loaderData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  const { questionnaireKey, title, section, state, endsOn, minGroup, questions } = loaderData;
  return (
    <>
      <InlineRow spread>
        <Title lead={t("lead", { count: minGroup })}>{title}</Title>
        {staff && mayStaff(staff.roles, "content.edit") && (
          <a href={`/staff/contents/questionnaire/${questionnaireKey}`}>{t("edit")}</a>
        )}
      </InlineRow>
      <DefinitionList
        items={[
          [t("section"), t(section)],
          [
            t("state"),
            <Badge key="state" kind={state === "OPEN" ? "ok" : "info"}>
              {t(state)}
            </Badge>,
          ],
          [t("submitted"), <AnswerCount key="submitted" of={loaderData} />],
          [t("endsOn"), endsOn ? <DateText key="ends" date={endsOn} /> : "–"],
        ]}
      />
      {questions.map((question) => (
        <Section key={question.questionKey} heading={question.text}>
          <Question question={question} />
        </Section>
      ))}
    </>
  );
}

function Question({ question }: { question: Results["questions"][number] }) {
  const t = useTexts(texts);
  const { answered, groups, words, use, text } = question;
  if (use === "UNDERWRITING_REVIEW") return <Small>{t("neverCounted")}</Small>;
  return (
    <>
      <Small>
        {t(use)} · {answered === null ? t("tooFew") : t("answeredBy", { count: answered })}
      </Small>
      {answered !== null && groups.length > 0 && (
        <DataTable
          caption={text}
          captionHidden
          rows={groups}
          rowKey={(group) => group.label}
          columns={[
            { key: "answer", label: t("answer"), show: (group) => group.label },
            { key: "people", label: t("people"), show: ({ count }) => count ?? <Small>{t("hidden")}</Small> },
            {
              key: "share",
              label: t("share"),
              show: ({ count }) => (count === null ? "–" : `${Math.round((count / answered) * 100)}%`),
            },
          ]}
        />
      )}
      {words && (
        <div className="prose">
          <p>{t("inWords")}</p>
          <ul>
            {words.map((one, index) => (
              // The same words of two people are two answers.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{one}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
