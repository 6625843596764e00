import { InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Columns, InlineRow } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { ReceivedWebhookAnswer } from "../webhook-contract.ts";
import { webhookReceiverTexts } from "./receiver-texts.ts";

const kinds = { VERIFIED: "ok", WRONG: "bad", UNKNOWN: "attention" } as const;

/** Events that the sandbox's receiver was sent, newest first; headers and body fold out. */
export function ReceivedList({ events }: { events: readonly ReceivedWebhookAnswer[] }) {
  const t = useTexts(webhookReceiverTexts);
  if (events.length === 0)
    return (
      <EmptyState art="document" title={t("nothing")}>
        {t("nothingBody")}
      </EmptyState>
    );
  return (
    <Columns>
      {events.map((event) => (
        <Event key={event.number} event={event} />
      ))}
    </Columns>
  );
}

function Event({ event }: { event: ReceivedWebhookAnswer }) {
  const t = useTexts(webhookReceiverTexts);
  const { number, inbox, type, sequence, verdict, outcome, headers, body, receivedAt } = event;
  return (
    <Card>
      <InlineRow spread>
        <strong className="sandbox-value">{type ?? t("unreadable")}</strong>
        <Small>
          <InstantText at={receivedAt} style="short" />
        </Small>
      </InlineRow>
      <p className="sandbox-text">
        <Badge kind={kinds[verdict]}>{t(verdict)}</Badge> <code className="sandbox-value">{inbox}</code>
        {sequence !== null && <> · {t("sequence", { number: sequence })}</>}
      </p>
      <p className="sandbox-text">
        {t("answered")} <strong>{t(outcome)}</strong>
      </p>
      <Disclosure summary={t("content")} id={`event-${number}`}>
        <DefinitionList
          items={headers.map(({ name, value }) => [
            <code key="name" className="sandbox-value">
              {name}
            </code>,
            <span key="value" className="sandbox-value">
              {value}
            </span>,
          ])}
        />
        <pre className="sandbox-example">
          <code>{body}</code>
        </pre>
      </Disclosure>
    </Card>
  );
}
