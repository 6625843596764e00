import { DateText, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxEntryCode } from "../contract.ts";
import { texts } from "../texts.ts";

/** Codes for events at outlets; in the sandbox there is no outlet to read them at. */
export function EntryCodes({ codes }: { codes: readonly SandboxEntryCode[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("entryCodes")} id="codes">
      <Small>{t("entryCodesLead")}</Small>
      <DefinitionList
        items={codes.map(({ activityId, day, code }) => [
          <span key={day}>
            {activityId}, <DateText date={day} style="short" />
          </span>,
          <span key="code" className="sandbox-value">
            {code}
          </span>,
        ])}
      />
    </Section>
  );
}
