import { useTexts } from "#web/language.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxNextPort } from "../contract.ts";
import { nextKeyTexts, texts } from "../texts.ts";

/** What partners can be told to answer next: each port with its key and its outcomes, as the call takes them. */
export function NextAnswers({ ports }: { ports: readonly SandboxNextPort[] }) {
  const t = useTexts(texts);
  const key = useTexts(nextKeyTexts);
  return (
    <Section heading={t("next")} id="next">
      <Small>{t("nextLead")}</Small>
      <p>
        <code>POST /api/sandbox/next</code>{" "}
        <code>{'{"port": "FACE_CHECK", "key": "…", "answers": [{"outcome": "NO_MATCH"}, {"outcome": "MATCH"}]}'}</code>
      </p>
      <DataTable
        caption={t("next")}
        captionHidden
        rows={ports}
        rowKey={({ port }) => port}
        columns={[
          { key: "port", label: t("nextPort"), show: ({ port }) => <code>{port}</code> },
          {
            key: "key",
            label: t("nextKey"),
            show: ({ port }) => (port in nextKeyTexts ? key(port as keyof typeof nextKeyTexts) : "–"),
          },
          {
            key: "outcomes",
            label: t("nextOutcomes"),
            show: ({ outcomes }) => outcomes.map((one) => <code key={one}>{`${one} `}</code>),
          },
          {
            key: "also",
            label: t("nextAlso"),
            show: ({ takesDelay, takesDuplicates }) =>
              [...(takesDelay ? ["delaySeconds"] : []), ...(takesDuplicates ? ["duplicates"] : [])].join(", ") || "–",
          },
        ]}
      />
    </Section>
  );
}
