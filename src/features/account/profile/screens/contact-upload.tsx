import { data, redirect } from "react-router";
import type { Route } from "./+types/contact-upload";
import { call, formAnswer, Problem, submit, type FormAnswer } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, MaskedPhone, Small, Title } from "#web/ui/text/text.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import {
  addContact,
  askContactAgain,
  getProfile,
  listContacts,
  relationships,
  removeContact,
  type Contact,
} from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contactsTitle, back: "/webview/additional-info" };

const path = "/webview/additional-info/contact-upload";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { items, most } = await call(listContacts, {}, { context });
  // The closest person that the profile names is most likely the first contact.
  const { personal } = items.length === 0 ? await call(getProfile, {}, { context }) : { personal: null };
  return {
    items,
    most,
    relationship: personal?.relationship,
    sentAgain: new URL(request.url).searchParams.has("sent"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const contactId = form.get("contactId");
  if (typeof contactId !== "string") {
    const sent = await submit(addContact, form, context);
    return sent.ok ? redirect(path) : data({ contactId: null, answer: sent.answer }, { status: sent.answer.status });
  }
  try {
    await (form.has("again")
      ? call(askContactAgain, { contactId }, { context })
      : call(removeContact, { contactId }, { context }));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const answer: FormAnswer = formAnswer(problem, form);
    return data({ contactId, answer }, { status: answer.status });
  }
  return redirect(form.has("again") ? `${path}?sent=1` : path);
}

export default function ContactUpload({
  loaderData: { items, most, relationship, sentAgain },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const isFull = items.length >= most;
  const failureOf = (contactId: string | null) => (actionData?.contactId === contactId ? actionData.answer : undefined);
  const added = failureOf(null);
  const orphan =
    actionData?.contactId && !items.some(({ id }) => id === actionData.contactId) ? actionData.answer : undefined;
  return (
    <Stack gap="loose">
      <Title lead={t("contactsLead")}>{t("contactsTitle")}</Title>
      {sentAgain && (
        <Notice kind="ok" live>
          {t("messageSent")}
        </Notice>
      )}
      {orphan && <Notice kind="bad">{orphan.failure.status.detail}</Notice>}
      {items.length > 0 && (
        <Stack>
          {items.map((contact) => (
            <ContactCard
              key={contact.id}
              contact={contact}
              isOnly={items.length === 1}
              answer={failureOf(contact.id)}
            />
          ))}
        </Stack>
      )}
      {isFull ? (
        <Small>{t("contactsFull", { most })}</Small>
      ) : (
        <Form id="add" call={addContact} action={path} values={added?.values} failure={added?.failure}>
          <Heading>{t("addContact")}</Heading>
          <TextField name="name" label={t("contactName")} autoComplete="off" autoCapitalize="words" />
          <PhoneField name="mobileNumber" label={t("contactMobile")} />
          <Select
            name="relationship"
            label={t("contactRelationship")}
            defaultValue={relationship}
            options={relationships.map((value) => ({ value, label: t(value) }))}
          />
          <Small>{t("contactSmsNote")}</Small>
          <Button kind={items.length > 0 ? "secondary" : "primary"} track="contact_add">
            {t("addContact")}
          </Button>
        </Form>
      )}
      {items.length > 0 && (
        <ActionBar>
          <ButtonLink to="/webview/additional-info">{t("contactsDone")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

function ContactCard({
  contact,
  isOnly,
  answer,
}: {
  contact: Contact;
  isOnly: boolean;
  answer: FormAnswer | undefined;
}) {
  const t = useTexts(texts);
  const { id, consent } = contact;
  return (
    <Card>
      <Stack gap="tight">
        <Row spread>
          <strong>{contact.name}</strong>
          <Badge kind={consent === "GIVEN" ? "ok" : consent === "REFUSED" ? "bad" : "attention"}>{t(consent)}</Badge>
        </Row>
        <Small>
          {t(contact.relationship)} · <MaskedPhone number={contact.mobileNumber} />
        </Small>
        {consent === "REFUSED" && <Small>{t("contactRefusedHint")}</Small>}
        {answer && <Notice kind="bad">{answer.failure.status.detail}</Notice>}
        <Row>
          {consent === "PENDING" && (
            <Form id={`c-${id}`} action={path}>
              <input type="hidden" name="contactId" value={id} />
              <Button kind="secondary" compact name="again" value="1" track="contact_ask_again">
                {t("askAgain")}
              </Button>
            </Form>
          )}
          <DialogLink to={`remove-${id}`} kind="quiet" compact>
            {t("remove")}
          </DialogLink>
        </Row>
        <Dialog id={`remove-${id}`} heading={t("removeAsk", { name: contact.name })}>
          <Form id={`r-${id}`} action={path}>
            <input type="hidden" name="contactId" value={id} />
            <p>{t(isOnly ? "removeOnly" : "removeBody")}</p>
            <Button kind="danger" track="contact_remove">
              {t("removeDo")}
            </Button>
            <DialogClose>{t("keep")}</DialogClose>
          </Form>
        </Dialog>
      </Stack>
    </Card>
  );
}
