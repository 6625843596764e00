import { useTexts } from "#web/language.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Columns } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { SandboxNextPort } from "../contract.ts";
import { nextKeyTexts, portTexts, texts } from "../texts.ts";

const example = `POST /api/sandbox/next
{
  "port": "FACE_CHECK",
  "key": "3171…",
  "answers": [{ "outcome": "NO_MATCH" }, { "outcome": "MATCH" }]
}`;

/** Form for the partners' next answers: each port with its key and its outcomes, as the call takes them. */
export function NextAnswers({ ports }: { ports: readonly SandboxNextPort[] }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("next")} id="next">
      <Small>{t("nextLead")}</Small>
      <pre className="sandbox-example">
        <code>{example}</code>
      </pre>
      <Columns three>
        {ports.map((port) => (
          <PortCard key={port.port} {...port} />
        ))}
      </Columns>
    </Section>
  );
}

function PortCard({ port, outcomes, takesDelay, takesDuplicates }: SandboxNextPort) {
  const t = useTexts(texts);
  const key = useTexts(nextKeyTexts);
  const name = useTexts(portTexts);
  const also = [...(takesDelay ? ["delaySeconds"] : []), ...(takesDuplicates ? ["duplicates"] : [])];
  return (
    <Card heading={port in portTexts ? name(port as keyof typeof portTexts) : port} level={3}>
      <DefinitionList
        items={[
          [t("nextPort"), <code key="port">{port}</code>],
          [t("nextKey"), port in nextKeyTexts ? key(port as keyof typeof nextKeyTexts) : "–"],
          [t("nextAlso"), also.length > 0 ? <Codes key="also" names={also} /> : "–"],
        ]}
      />
      <div>
        <Small>{t("nextOutcomes")}</Small>
        <Codes names={outcomes} />
      </div>
    </Card>
  );
}

/** One tap selects a whole value. */
function Codes({ names }: { names: readonly string[] }) {
  return (
    <span className="sandbox-codes">
      {names.map((name) => (
        <code key={name} className="sandbox-value">
          {name}
        </code>
      ))}
    </span>
  );
}
