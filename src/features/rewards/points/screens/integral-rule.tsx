import type { Route } from "./+types/integral-rule";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { getPointsRules } from "../contract.ts";
import { TaskList } from "../parts/task-list.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.ruleTitle, kind: "reading" };

/** Made from the rules in force. */
export function loader({ context }: Route.LoaderArgs) {
  return call(getPointsRules, {}, { context });
}

export default function IntegralRule({ loaderData: { tasks, maxADay, validityDays } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("ruleLead")}>{t("ruleTitle")}</Title>
      <Section heading={t("earn")}>
        <TaskList tasks={tasks} />
      </Section>
      <CheckList
        items={[
          t("ruleDay", { count: maxADay }),
          t("ruleValidity", { count: validityDays }),
          t("ruleLoan"),
          t("ruleCash"),
          t("ruleBack"),
        ]}
      />
    </Stack>
  );
}
