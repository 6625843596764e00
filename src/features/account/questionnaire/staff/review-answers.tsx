import type { Route } from "./+types/review-answers";
import { listReviewAnswers } from "../staff-contract.ts";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { reviewAnswersTexts as texts } from "./review-texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return call(listReviewAnswers, { borrowerId }, { context });
}

export default function ReviewAnswers({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {items.length === 0 && <p>{t("none")}</p>}
      {items.map((item) => (
        <Section key={item.questionnaireKey} heading={item.title}>
          <Small>
            <InstantText at={item.submittedAt} style="short" />
          </Small>
          <DefinitionList items={item.answers.map(({ question, answer }) => [question, answer])} />
        </Section>
      ))}
    </>
  );
}
