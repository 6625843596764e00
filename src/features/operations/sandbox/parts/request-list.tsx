import { InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Columns, InlineRow } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { SandboxRequestAnswer } from "../request-contract.ts";
import { portTexts, texts } from "../texts.ts";

/** Requests to partners and their answers, newest first; the fields of both fold out. */
export function RequestList({ requests }: { requests: readonly SandboxRequestAnswer[] }) {
  const t = useTexts(texts);
  if (requests.length === 0)
    return (
      <EmptyState art="document" title={t("noRequests")}>
        {t("noRequestsBody")}
      </EmptyState>
    );
  return (
    <Columns>
      {requests.map((request) => (
        <RequestCard key={request.number} request={request} />
      ))}
    </Columns>
  );
}

function RequestCard({ request }: { request: SandboxRequestAnswer }) {
  const t = useTexts(texts);
  const port = useTexts(portTexts);
  const { number, operation, askedBy, outcome, askedAt } = request;
  return (
    <Card>
      <InlineRow spread>
        <span>
          <Badge kind="info">{port(request.port)}</Badge> <code className="sandbox-value">{operation}</code>
        </span>
        <Small>
          <InstantText at={askedAt} style="short" />
        </Small>
      </InlineRow>
      <p className="sandbox-text">
        {t(askedBy === "HOUSE" ? "askedByUs" : "askedByPartner")} <strong>{outcome}</strong>
      </p>
      <Disclosure summary={t("requestFields")} id={`request-${number}`}>
        <Fields heading={t("requestAsked")} fields={request.request} />
        <Fields heading={t("requestAnswered")} fields={request.answer} />
      </Disclosure>
    </Card>
  );
}

function Fields({ heading, fields }: { heading: string; fields: SandboxRequestAnswer["request"] }) {
  return (
    <>
      <p className="sandbox-text">
        <strong>{heading}</strong>
      </p>
      {fields.length === 0 ? (
        <p>–</p>
      ) : (
        <DefinitionList
          items={fields.map(({ name, value }) => [
            <code key="name" className="sandbox-value">
              {name}
            </code>,
            <span key="value" className="sandbox-value">
              {value}
            </span>,
          ])}
        />
      )}
    </>
  );
}
