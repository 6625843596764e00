import type { FormAnswer } from "#web/api.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { addComplaintPhoto } from "../contract.ts";
import { texts } from "../texts.ts";
import type { TicketAnswer } from "./ticket-view.tsx";

export interface TicketOutcome {
  form: "write" | "refuse" | "accept" | "photos";
  values: FormAnswer["values"];
  answer?: FormAnswer;
  photos?: { kept: number; refused: { name: string; detail: string }[]; isOne: boolean };
}
export interface TicketFormProps {
  ticket: TicketAnswer;
  outcome: TicketOutcome | undefined;
  form: (name: "write" | "refuse" | "accept") => BoundForm;
}

/** After our answer: the person says whether it is settled. */
export function ReplyForms({ ticket, form }: Omit<TicketFormProps, "outcome">) {
  const t = useTexts(texts);
  return (
    <Section heading={t("replyTitle")}>
      <ActionForm of={form("accept")} id="accept">
        <Button track="complaint_accept">{t("acceptIt")}</Button>
      </ActionForm>
      <Disclosure summary={t("refuseTitle")} open={form("refuse").answer !== undefined}>
        <ActionForm of={form("refuse")} id="refuse">
          <TextArea
            name="text"
            label={t("refuseText")}
            {...(ticket.isLastRefusal ? {} : { hint: t("refuseHint", { days: ticket.answerWorkingDays }) })}
            rows={5}
          />
          <Button kind="secondary" track="complaint_refuse">
            {ticket.isLastRefusal ? t("refuseLast") : t("refuseIt")}
          </Button>
        </ActionForm>
      </Disclosure>
    </Section>
  );
}

/** While we work on it: further words, or closing it as no longer needed. */
export function WaitForms({ form }: Pick<TicketFormProps, "form">) {
  const t = useTexts(texts);
  return (
    <>
      <Section heading={t("writeTitle")}>
        <ActionForm of={form("write")} id="write">
          <TextArea name="text" label={t("message")} hint={t("messageHint")} rows={4} />
          <Button kind="secondary" track="complaint_write">
            {t("write")}
          </Button>
        </ActionForm>
      </Section>
      <Disclosure summary={t("withdrawTitle")} open={form("accept").answer !== undefined}>
        <ActionForm of={form("accept")} id="accept">
          <p>{t("withdrawBody")}</p>
          <Button kind="secondary" track="complaint_withdraw">
            {t("withdraw")}
          </Button>
        </ActionForm>
      </Disclosure>
    </>
  );
}

/** Evidence: existing photos, and a field for more while we work on it. */
export function ComplaintPhotos({ ticket, outcome }: Omit<TicketFormProps, "form">) {
  const t = useTexts(texts);
  const remaining = ticket.maxPhotos - ticket.photos.length;
  const failed = outcome?.form === "photos" ? outcome : undefined;
  if (ticket.photos.length === 0 && !ticket.mayWrite) return null;
  return (
    <Section heading={t("photos", { count: ticket.photos.length, max: ticket.maxPhotos })} id="photos">
      {ticket.photos.length > 0 && (
        <ul className="talk-photos">
          {ticket.photos.map(({ id }, index) => (
            <li key={id}>
              <a href={`/api/complaint/ticket/photo/${id}`}>
                <img
                  className="talk-photo"
                  src={`/api/complaint/ticket/photo/${id}?size=PREVIEW`}
                  alt={t("photoNumber", { number: index + 1 })}
                  width={144}
                  height={144}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {failed?.photos && !failed.photos.isOne && (
        <Notice kind="bad" live title={t("someFailed", { kept: failed.photos.kept })}>
          {failed.photos.refused.map(({ name, detail }, index) => (
            <span key={index}>
              <br />
              {name}: {detail}
            </span>
          ))}
        </Notice>
      )}
      {ticket.mayWrite && remaining > 0 && (
        <Form
          id="photos-form"
          call={addComplaintPhoto}
          upload
          {...(failed?.photos?.isOne && failed.answer ? { failure: failed.answer.failure } : {})}
        >
          <input type="hidden" name="intent" value="photos" />
          <FileField
            name="photo"
            label={t("addPhotos")}
            hint={t("addPhotosHint", { left: remaining })}
            multiple={remaining > 1}
            required
          />
          <Button kind="secondary" track="complaint_photo">
            {t("upload")}
          </Button>
        </Form>
      )}
    </Section>
  );
}
