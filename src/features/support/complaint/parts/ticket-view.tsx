import type { ReplyOf } from "#shared/contract.ts";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import type { getTicket } from "../contract.ts";
import { happenedTexts, complaintReasonLabels, complaintStateTexts, texts } from "../texts.ts";
import { complaintStateKinds } from "./state-kinds.ts";

export type TicketAnswer = ReplyOf<typeof getTicket>;

/** Head of a complaint: number, state, and the next deadline. */
export function TicketHead({ ticket, notice }: { ticket: TicketAnswer; notice: "received" | "saved" | null }) {
  const t = useTexts(texts);
  const state = useTexts(complaintStateTexts);
  const reason = useTexts(complaintReasonLabels);
  const waits = ticket.state !== "ANSWERED" && ticket.state !== "CLOSED";
  return (
    <>
      <Title>{t("ticketTitle")}</Title>
      {notice && (
        <Notice kind="ok" live>
          {notice === "received" ? t("received", { email: ticket.maskedEmail }) : t("saved")}
        </Notice>
      )}
      {ticket.isOverdue && <Notice kind="attention">{t("overdue")}</Notice>}
      {ticket.closeCause && (
        <Notice kind={ticket.closeCause === "ACCEPTED" ? "ok" : "info"}>{t(ticket.closeCause)}</Notice>
      )}
      <Card>
        <Stack>
          <div className="talk-number">
            <CopyText label={t("number")} value={ticket.number} />
          </div>
          <DefinitionList
            items={[
              [
                t("state"),
                <Badge key="state" kind={complaintStateKinds[ticket.state]}>
                  {state(ticket.state)}
                </Badge>,
              ],
              ...(waits
                ? [
                    [
                      t("answerBy"),
                      <strong key="due">
                        <DateText date={ticket.dueOn} />
                      </strong>,
                    ] as const,
                  ]
                : []),
              ...(ticket.closesOn
                ? [
                    [
                      t("closesAfter"),
                      <strong key="closes">
                        <DateText date={ticket.closesOn} />
                      </strong>,
                    ] as const,
                  ]
                : []),
              [t("about"), reason(ticket.reason)],
              [t("receivedAt"), <InstantText key="received" at={ticket.receivedAt} />],
            ]}
          />
        </Stack>
      </Card>
    </>
  );
}

/** The messages, in order. */
export function Talk({ messages }: { messages: TicketAnswer["messages"] }) {
  const t = useTexts(texts);
  const isOurs = (kind: TicketAnswer["messages"][number]["kind"]) =>
    kind === "ANSWER" || kind === "EXTENSION" || kind === "CLOSING";
  return (
    <Section heading={t("talk")}>
      <ol className="talk">
        {messages.map((message) => (
          <li className={isOurs(message.kind) ? "talk-one talk-ours" : "talk-one"} key={message.id}>
            <p className="talk-head">
              <strong>{message.kind === "MESSAGE" || message.kind === "NOTE" ? t("youWrote") : t(message.kind)}</strong>
              <span className="talk-when">
                <InstantText at={message.at} style="short" />
              </span>
            </p>
            <p className="talk-words">{message.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Past events, and the next step. */
export function Happened({ ticket }: { ticket: TicketAnswer }) {
  const t = useTexts(texts);
  const happened = useTexts(happenedTexts);
  const waits = ticket.state !== "ANSWERED" && ticket.state !== "CLOSED";
  return (
    <Section heading={t("happened")}>
      <Timeline>
        {ticket.events.map((event, index) => (
          <TimelineItem
            key={`${event.at} ${event.cause}`}
            state={ticket.state === "ANSWERED" && index === ticket.events.length - 1 ? "now" : "done"}
            title={happened(event.cause as keyof typeof happenedTexts)}
            when={<InstantText at={event.at} />}
          />
        ))}
        {waits && <TimelineItem state="next" title={t("nextAnswer")} when={<DateText date={ticket.dueOn} />} />}
      </Timeline>
    </Section>
  );
}

const lapsHost = "lapssjk.id";
const regulatorHost = "kontak157.ojk.go.id";
/** Hosts that a ticket links to. */
export const outsideHosts = [lapsHost, regulatorHost];

/** How to go to LAPS SJK, once we were late or could not settle it. // Field rules: complaints */
export function OutsideWay({ number }: { number: string }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("outsideTitle")} id="laps-sjk">
      <p>{t("outsideBody")}</p>
      <div className="prose">
        <ol>
          <li>{t("outsideOne", { number })}</li>
          <li>{t("outsideTwo")}</li>
          <li>{t("outsideThree")}</li>
        </ol>
      </div>
      <LinkList
        items={[
          { to: `https://${lapsHost}`, icon: "external", label: t("outsideOpen"), detail: lapsHost },
          { to: `https://${regulatorHost}`, icon: "external", label: t("outsideRegulator"), detail: regulatorHost },
        ]}
      />
    </Section>
  );
}
