import type { ReplyOf } from "#shared/contract.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import type { listSandboxMessages, SandboxMessageAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** Messages of the sandbox's senders, newest first, with the code in large type. */
export function MessageList({ to, messages }: { to: string; messages: ReplyOf<typeof listSandboxMessages> }) {
  const t = useTexts(texts);
  const query = to ? `to=${encodeURIComponent(to)}&` : "";
  return (
    <Section
      heading={t("messages")}
      id="messages"
      aside={<a href={to ? `/sandbox?to=${encodeURIComponent(to)}#messages` : "/sandbox#messages"}>{t("refresh")}</a>}
    >
      <Form id="messages-form" method="get" action="/sandbox#messages" values={{ to }}>
        <div className="sandbox-beside">
          <TextField name="to" label={t("messagesTo")} type="search" autoCapitalize="none" />
          <Button kind="secondary" compact>
            {t("show")}
          </Button>
        </div>
      </Form>
      {to !== "" && (
        <Small>
          <a href="/sandbox#messages">{t("all")}</a>
        </Small>
      )}
      {messages.items.length === 0 ? (
        <EmptyState art="phone" title={t("noMessages")}>
          {t("noMessagesBody")}
        </EmptyState>
      ) : (
        messages.items.map((message) => (
          <MessageCard key={`${message.sentAt} ${message.to} ${message.text}`} message={message} />
        ))
      )}
      <Pagination next={messages.nextCursor ? `/sandbox?${query}cursor=${messages.nextCursor}#messages` : null} />
    </Section>
  );
}

function MessageCard({ message }: { message: SandboxMessageAnswer }) {
  const t = useTexts(texts);
  const { channel, to, subject, text, code, link, sentAt } = message;
  return (
    <Card>
      <InlineRow spread>
        <span>
          <Badge kind="info">{t(channel)}</Badge> <strong className="sandbox-value">{to}</strong>
        </span>
        <Small>
          <InstantText at={sentAt} style="short" />
        </Small>
      </InlineRow>
      {code !== undefined && (
        <p className="sandbox-code" aria-label={t("codeFor", { to })}>
          {code}
        </p>
      )}
      {subject !== undefined && <strong>{subject}</strong>}
      <p className="sandbox-text">{text}</p>
      {link !== undefined && (
        <div>
          <ButtonLink to={link} kind="secondary" compact>
            {t("openLink")}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
