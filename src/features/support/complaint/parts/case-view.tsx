import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import type { ComplaintCase } from "../staff-contract.ts";
import { complaintCauseTexts, texts } from "../staff/texts.ts";
import { complaintReasonLabels } from "../texts.ts";

type Names = Readonly<Record<string, string>>;
interface CaseProps {
  found: ComplaintCase;
  names: Names;
}

/** Key facts for staff; the address stays masked. */
export function CaseFacts({ found, names }: CaseProps) {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonLabels);
  const borrower = found.borrowerId ? (
    <a href={`/staff/borrowers/${found.borrowerId}`}>{found.borrowerName ?? t("unnamed")}</a>
  ) : (
    t("notLinked")
  );
  const timeLeft =
    found.workingDaysLeft < 0
      ? t("overdueBy", { count: -found.workingDaysLeft })
      : t("daysLeft", { count: found.workingDaysLeft });
  return (
    <DefinitionList
      items={[
        [t("about"), reason(found.reason)],
        [t("received"), <InstantText key="received" at={found.receivedAt} style="short" />],
        [
          t("due"),
          <strong key="due">
            <DateText date={found.dueOn} />
          </strong>,
        ],
        [t("left"), found.acts.length > 0 ? timeLeft : null],
        [t("assignee"), found.assigneeId ? (names[found.assigneeId] ?? found.assigneeId) : null],
        [t("email"), found.maskedEmail || null],
        [t("language"), found.language],
        [t("borrower"), borrower],
        [
          t("loan"),
          found.loan && (
            <a key="loan" className="console-id" href={`/staff/loans/${found.loan.loanId}`}>
              {found.loan.loanNumber}
            </a>
          ),
        ],
        [t("refusals"), found.refusals],
        [t("inTime"), found.answeredInTime === null ? null : t(found.answeredInTime ? "yes" : "no")],
        [t("outside"), t(found.outsideWay ? "yes" : "no")],
        ...(found.closesOn ? [[t("closes"), <DateText key="closes" date={found.closesOn} />] as const] : []),
      ]}
    />
  );
}

/** The messages, including notes; a stranger's text is shown as plain text only. // Threat F1 */
export function CaseMessages({ found, names }: CaseProps) {
  const t = useTexts(texts);
  const isOurs = (kind: string) => kind === "ANSWER" || kind === "EXTENSION" || kind === "CLOSING";
  return (
    <Section heading={t("messages")}>
      <ol className="talk">
        {found.messages.map((message) => (
          <li
            className={
              message.kind === "NOTE" ? "talk-one talk-note" : isOurs(message.kind) ? "talk-one talk-ours" : "talk-one"
            }
            key={message.id}
          >
            <p className="talk-head">
              <strong>
                {t(message.kind)}
                {message.staffId ? ` · ${names[message.staffId] ?? message.staffId}` : ""}
              </strong>
              <span className="talk-when">
                <InstantText at={message.at} style="short" />
              </span>
            </p>
            <p className="talk-words">{message.text ?? t("deleted")}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** One picture at a time: the audit trail records each opened one. */
export function CasePhotos({ found }: Pick<CaseProps, "found">) {
  const t = useTexts(texts);
  if (found.photos.length === 0) return null;
  return (
    <Section heading={t("photos", { count: found.photos.length })}>
      {found.photos.map(({ id, widthPixels, heightPixels }, index) => (
        <Disclosure key={id} summary={t("photoNumber", { number: index + 1 })} group="photos">
          <img
            className="console-photo"
            src={`/api/staff/complaints/${found.complaintId}/photo/${id}`}
            alt={t("photoNumber", { number: index + 1 })}
            width={widthPixels}
            height={heightPixels}
            loading="lazy"
          />
        </Disclosure>
      ))}
    </Section>
  );
}

export function CaseHistory({ found, names }: CaseProps) {
  const t = useTexts(texts);
  const cause = useTexts(complaintCauseTexts);
  return (
    <DataTable
      caption={t("events")}
      rows={found.events.map((event, index) => ({ ...event, index }))}
      rowKey={(event) => String(event.index)}
      columns={[
        { key: "when", label: t("when"), show: (event) => <InstantText at={event.at} style="short" /> },
        { key: "what", label: t("what"), show: (event) => cause(event.cause) },
        {
          key: "who",
          label: t("who"),
          show: (event) => (event.actor === "STAFF" ? (names[event.staffId ?? ""] ?? event.staffId) : t(event.actor)),
        },
        {
          key: "due",
          label: t("due"),
          show: (event) => (event.dueOn ? <DateText date={event.dueOn} style="short" /> : "–"),
        },
      ]}
    />
  );
}

const deliveryKinds = { WAITING: "info", SENT: "ok", REJECTED: "bad" } as const;

export function CaseMails({ mails }: { mails: ComplaintCase["mails"] }) {
  const t = useTexts(texts);
  const cause = useTexts(complaintCauseTexts);
  return (
    <DataTable
      caption={t("mails")}
      rows={mails.map((mail, index) => ({ ...mail, index }))}
      rowKey={(mail) => String(mail.index)}
      columns={[
        { key: "when", label: t("when"), show: (mail) => <InstantText at={mail.at} style="short" /> },
        { key: "mail", label: t("mail"), show: (mail) => cause(mail.kind) },
        {
          key: "delivery",
          label: t("delivery"),
          show: (mail) => <Badge kind={deliveryKinds[mail.status]}>{t(mail.status)}</Badge>,
        },
      ]}
    />
  );
}
