import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";
import { ComplaintPhotos, ReplyForms, WaitForms, type TicketFormProps } from "./ticket-forms.tsx";
import { Happened, OutsideWay, Talk, TicketHead, type TicketAnswer } from "./ticket-view.tsx";

interface TicketScreenProps extends Omit<TicketFormProps, "ticket"> {
  ticket: TicketAnswer | null;
  missing: "over" | "gone" | null;
  notice: "received" | "saved" | null;
}

/** One complaint as its person sees it. */
export function TicketScreen({ ticket, missing, notice, outcome, form }: TicketScreenProps) {
  if (!ticket) return <NoTicket missing={missing ?? "over"} unsent={outcome?.values["text"]} />;
  return (
    <Stack gap="loose">
      <TicketHead ticket={ticket} notice={outcome ? null : notice} />
      <Talk messages={ticket.messages} />
      {ticket.mayReply && <ReplyForms ticket={ticket} form={form} />}
      {ticket.outsideWay && <OutsideWay number={ticket.number} />}
      {ticket.mayWrite && <WaitForms form={form} />}
      <ComplaintPhotos ticket={ticket} outcome={outcome} />
      <Happened ticket={ticket} />
    </Stack>
  );
}

/** The ticket is locked again, or its contents are deleted. The unsent text is shown so that it can be copied. */
function NoTicket({ missing, unsent }: { missing: "over" | "gone"; unsent: string | string[] | undefined }) {
  const t = useTexts(texts);
  const isInApp = useFrame().path.startsWith("/webview");
  return (
    <Stack gap="loose">
      <EmptyState
        level={1}
        art={missing === "over" ? "shield" : "empty"}
        title={t(`${missing}Title`)}
        action={<ButtonLink to="/complaint/follow">{t("toFollow")}</ButtonLink>}
      >
        {t(`${missing}Body`)}
      </EmptyState>
      {typeof unsent === "string" && unsent !== "" && (
        <Section heading={t("notSentYet")}>
          <p className="talk-words">{unsent}</p>
        </Section>
      )}
      <Small centred>
        <a href={isInApp ? "/webview/customer-service/complaint" : "/complaint"}>{t("newComplaint")}</a>
      </Small>
    </Stack>
  );
}
