/** The statement of a merge, as anyone sees it who has its number. */
import { InstantText, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import type { MergeStatement } from "../contract.ts";
import { texts } from "../texts.ts";

export function MergeStatementView({ statement }: { statement: MergeStatement }) {
  const t = useTexts(texts);
  const { mergeId, state, askedAt, mergedAt, reversibleUntil, endedAt, previewHash } = statement;
  const hash = (text: string) => (
    <code key={text} className="hash">
      {text}
    </code>
  );
  return (
    <Stack gap="loose">
      <Notice kind={state === "REVERSED" ? "attention" : "ok"} title={t("statementTitle")}>
        {t("statementLead")}
      </Notice>
      <DefinitionList
        items={[
          [t("statementNumber"), hash(mergeId)],
          [t("statementState"), t(`state${state}`)],
          [t("statementSigned"), <InstantText key="signed" at={askedAt} />],
          [t("statementMerged"), <InstantText key="merged" at={mergedAt} />],
          [t("statementUntil"), <InstantText key="until" at={reversibleUntil} />],
          ...(state === "REVERSED" && endedAt
            ? [[t("stateREVERSED"), <InstantText key="ended" at={endedAt} />] as const]
            : []),
          [t("statementHash"), hash(previewHash)],
        ]}
      />
    </Stack>
  );
}
