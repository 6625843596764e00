import type { FormAnswer } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { acceptAnswer, addEvidence, refuseAnswer, writeToTicket } from "../contract.ts";
import { texts } from "../texts.ts";
import type { TicketAct } from "./ticket-calls.ts";
import type { Shown } from "./ticket-view.tsx";

export interface Acted {
  act: TicketAct;
  answer: FormAnswer;
  photos: { kept: number; refused: { name: string; detail: string }[]; isOne: boolean } | null;
}
interface FormsProps {
  ticket: Shown;
  acted: Acted | undefined;
}

/** What the form of an act shows again after a refusal. */
function answered(acted: Acted | undefined, act: TicketAct) {
  return acted?.act === act ? { values: acted.answer.values, failure: acted.answer.failure } : {};
}

/** After our answer: it is settled, or it is not. */
export function ReplyForms({ ticket, acted }: FormsProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <Section heading={t("replyTitle")}>
      <Form id="accept" call={acceptAnswer} idempotencyKey={formKey} {...answered(acted, "accept")}>
        <Button name="act" value="accept" track="complaint_accept">
          {t("acceptIt")}
        </Button>
      </Form>
      <Disclosure summary={t("refuseTitle")} open={acted?.act === "refuse"}>
        <Form id="refuse" call={refuseAnswer} idempotencyKey={formKey} {...answered(acted, "refuse")}>
          <input type="hidden" name="act" value="refuse" />
          <TextArea
            name="text"
            label={t("refuseText")}
            {...(ticket.isLastRefusal ? {} : { hint: t("refuseHint", { days: ticket.answerWorkingDays }) })}
            rows={5}
          />
          <Button kind="secondary" track="complaint_refuse">
            {ticket.isLastRefusal ? t("refuseLast") : t("refuseIt")}
          </Button>
        </Form>
      </Disclosure>
    </Section>
  );
}

/** While we work on it: more words, or no need any more. */
export function WaitForms({ acted }: Pick<FormsProps, "acted">) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <>
      <Section heading={t("writeTitle")}>
        <Form id="write" call={writeToTicket} idempotencyKey={formKey} {...answered(acted, "write")}>
          <input type="hidden" name="act" value="write" />
          <TextArea name="text" label={t("message")} hint={t("messageHint")} rows={4} />
          <Button kind="secondary" track="complaint_write">
            {t("write")}
          </Button>
        </Form>
      </Section>
      <Disclosure summary={t("withdrawTitle")} open={acted?.act === "accept"}>
        <Form id="accept" call={acceptAnswer} idempotencyKey={formKey} {...answered(acted, "accept")}>
          <p>{t("withdrawBody")}</p>
          <Button kind="secondary" name="act" value="accept" track="complaint_withdraw">
            {t("withdraw")}
          </Button>
        </Form>
      </Disclosure>
    </>
  );
}

/** Evidence: what is there, and room for more while we work on it. */
export function Photos({ ticket, acted }: FormsProps) {
  const t = useTexts(texts);
  const left = ticket.mostPhotos - ticket.photos.length;
  const failed = acted?.act === "photos" ? acted : undefined;
  if (ticket.photos.length === 0 && !ticket.mayWrite) return null;
  return (
    <Section heading={t("photos", { count: ticket.photos.length, most: ticket.mostPhotos })} id="photos">
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
      {ticket.mayWrite && left > 0 && (
        <Form
          id="photos-form"
          call={addEvidence}
          upload
          {...(failed?.photos?.isOne ? { failure: failed.answer.failure } : {})}
        >
          <input type="hidden" name="act" value="photos" />
          <FileField
            name="photo"
            label={t("addPhotos")}
            hint={t("addPhotosHint", { left })}
            multiple={left > 1}
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
