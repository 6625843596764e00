import type { Route } from "./+types/review-answers";
import { listReviewAnswers } from "#features/account/questionnaire/staff-contract.ts";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { BorrowerTabs } from "../parts/borrower-tabs.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.reviewAnswersTitle };

export async function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  return { borrowerId, ...(await call(listReviewAnswers, { borrowerId }, { context })) };
}

export default function ReviewAnswers({ loaderData: { borrowerId, items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("reviewAnswersLead")}>{t("reviewAnswersTitle")}</Title>
      <BorrowerTabs borrowerId={borrowerId} />
      {items.length === 0 && <p>{t("noReviewAnswers")}</p>}
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
