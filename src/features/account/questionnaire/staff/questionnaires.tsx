import type { Route } from "./+types/questionnaires";
import { call } from "#web/api.ts";
import { LocalDay } from "#web/console/local-time.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listQuestionnaireResults } from "../staff-contract.ts";
import { AnswerCount } from "./submitted.tsx";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export const loader = ({ context }: Route.LoaderArgs) => call(listQuestionnaireResults, {}, { context });

export default function Questionnaires({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title>{t("title")}</Title>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={(one) => one.questionnaireKey}
        empty={t("empty")}
        columns={[
          {
            key: "name",
            label: t("name"),
            flexible: true,
            show: (one) => (
              <a href={`/staff/questionnaires/${one.questionnaireKey}`} title={one.title}>
                {one.title}
              </a>
            ),
          },
          { key: "section", label: t("section"), show: (one) => t(one.section) },
          {
            key: "state",
            label: t("state"),
            show: (one) => <Badge kind={one.state === "OPEN" ? "ok" : "info"}>{t(one.state)}</Badge>,
          },
          { key: "submitted", label: t("submitted"), show: (one) => <AnswerCount of={one} /> },
          {
            key: "endsOn",
            label: t("endsOn"),
            show: (one) => (one.endsOn ? <LocalDay on={one.endsOn} /> : "–"),
          },
          { key: "version", label: t("version"), show: (one) => one.version },
        ]}
      />
    </>
  );
}
