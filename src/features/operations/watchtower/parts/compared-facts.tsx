import type { ReplyOf } from "#shared/contract.ts";
import { formatPpm } from "#shared/money.ts";
import { sayMonths } from "#shared/month-count.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { listBorrowerDocuments } from "../staff-contract.ts";
import { comparedTexts } from "./compared-texts.ts";

type Compared = Pick<ReplyOf<typeof listBorrowerDocuments>, "typed" | "faces">;

const outcomeKinds = {
  MATCH: "ok",
  NO_MATCH: "bad",
  WRONG_NIK: "bad",
  NOT_REGISTERED: "attention",
  UNREADABLE: "plain",
  UNAVAILABLE: "plain",
} as const;

/** Shown next to the pictures: the typed data, and the similarity of the faces. `unmaskTo` leads to the masked rest, for a reason. */
export function ComparedFacts({ typed, faces, unmaskTo }: Compared & { unmaskTo: string | null }) {
  const t = useTexts(comparedTexts);
  const language = useLanguage();
  const share = (ppm: number | null) => (ppm === null ? "–" : formatPpm(ppm, language));
  return (
    <>
      <Section heading={t("typed")}>
        <DefinitionList
          items={[
            [t("fullName"), typed.fullName],
            [
              t("nik"),
              typed.maskedNik && (
                <span key="nik">
                  {typed.maskedNik}{" "}
                  {typed.nikMatchesBirth === false && <Badge kind="attention">{t("nikMismatch")}</Badge>}
                </span>
              ),
            ],
            [t("age"), typed.ageYears === null ? null : t("years", { count: typed.ageYears })],
            [t("income"), typed.monthlyIncomeRupiah === null ? null : <Money rupiah={typed.monthlyIncomeRupiah} />],
            [t("working"), typed.workingMonths === null ? null : sayMonths(typed.workingMonths, language)],
          ]}
        />
        {unmaskTo && (
          <Small>
            <a href={unmaskTo}>{t("unmask")}</a>
          </Small>
        )}
      </Section>
      <Section heading={t("faces")} id="faces">
        {faces.length === 0 && <Small>{t("noFaces")}</Small>}
        {faces.map(({ checkedAt, outcome, purpose, similarityPpm, livenessPpm }) => (
          <DefinitionList
            key={checkedAt}
            items={[
              [
                t("outcome"),
                <span key="outcome">
                  <Badge kind={outcomeKinds[outcome]}>{t(outcome)}</Badge> {purpose !== "IDENTITY" && t(purpose)}
                </span>,
              ],
              [t("similarity"), share(similarityPpm)],
              [t("liveness"), share(livenessPpm)],
              [t("checked"), <LocalInstant key="checked" at={checkedAt} />],
            ]}
          />
        ))}
      </Section>
    </>
  );
}
