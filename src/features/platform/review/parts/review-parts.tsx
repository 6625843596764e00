import { Evidence } from "#web/console/evidence.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import { StaffName } from "#web/console/staff-name.tsx";
import { consoleTexts } from "#web/console/texts.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { useTexts } from "#web/language.tsx";
import type { ReviewDetail } from "../contract.ts";
import { reviewCauseTexts, texts } from "../texts.ts";

/** The request, its deadline, and its result. */
export function ReviewFacts({ found }: { found: ReviewDetail }) {
  const t = useTexts(texts);
  const { asked, reason, note } = found;
  return (
    <DefinitionList
      items={[
        [t("kind"), found.kindText],
        [t("openedAt"), <LocalInstant key="opened" at={found.openedAt} />],
        [t("people"), t(found.needsTwoPeople ? "twoPeople" : "onePerson")],
        ...(asked
          ? ([
              [t("askedFor"), asked.for.map(({ text }) => text).join(" · ")],
              [t("askedUntil"), <LocalInstant key="until" at={asked.until} />],
            ] as const)
          : []),
        ...(reason ? ([[t("reason"), reason.text]] as const) : []),
        ...(note ? ([[t("note"), note]] as const) : []),
      ]}
    />
  );
}

/** Name of an evidence item: sent with the request, or when more was requested. */
const nameOf = {
  PHOTO: ["photo", "photoMore"],
  VIDEO: ["video", "videoMore"],
  SELFIE: ["selfie", "selfie"],
} as const;

/** The photos, for those who may open them; otherwise only their number. */
export function ReviewPhotos({
  found,
  mayOpen,
  left,
  right,
}: {
  found: ReviewDetail;
  mayOpen: boolean;
  left: string | null;
  right: string | null;
}) {
  const t = useTexts(texts);
  const console = useTexts(consoleTexts);
  const path = `/staff/reviews/${found.caseId}`;
  const count = found.evidence.length + found.pictures.length;
  if (!mayOpen) return count === 0 ? null : <Small>{console("evidenceOthers", { count })}</Small>;
  return (
    <Evidence
      path={path}
      left={left}
      right={right}
      photos={[
        ...found.pictures.map(({ code, text }) => ({
          id: code,
          name: text,
          picture: `/api${path}/pictures/${code}`,
        })),
        ...found.evidence.map(({ evidenceId, media, round, slot }) => ({
          id: evidenceId,
          isVideo: media === "VIDEO",
          name: t(nameOf[media][round === 1 ? 0 : 1], { number: slot }),
          picture: `/api${path}/evidence/${evidenceId}`,
        })),
      ]}
    />
  );
}

/** The steps of the case, oldest first. */
export function ReviewSteps({ steps }: { steps: ReviewDetail["steps"] }) {
  const t = useTexts(texts);
  const cause = useTexts(reviewCauseTexts);
  return (
    <Section heading={t("steps")}>
      <DataTable
        caption={t("steps")}
        captionHidden
        rows={steps.map((step, index) => ({ ...step, index }))}
        rowKey={(step) => String(step.index)}
        columns={[
          { key: "when", label: t("when"), show: (step) => <LocalInstant at={step.at} /> },
          { key: "step", label: t("step"), show: (step) => cause(step.cause) },
          { key: "state", label: t("state"), show: (step) => t(step.state) },
          {
            key: "who",
            label: t("who"),
            show: ({ actor }) =>
              actor === "SYSTEM" || actor === "BORROWER" ? t(actor) : <StaffName id={actor.replace(/^STAFF:/, "")} />,
          },
        ]}
      />
    </Section>
  );
}
