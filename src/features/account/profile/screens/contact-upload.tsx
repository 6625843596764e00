import type { Route } from "./+types/contact-upload";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { ActionForm, Refused, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, MaskedPhone, Small, Title } from "#web/ui/text/text.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import { getProfile, relationships } from "../contract.ts";
import { addContact, askContactAgain, listContacts, removeContact, type Contact } from "../contact-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contactsTitle, back: "/webview/additional-info" };

const path = "/webview/additional-info/contact-upload";

export async function loader({ context }: Route.LoaderArgs) {
  const { items, most } = await call(listContacts, {}, { context });
  // The closest person that the profile names is most likely the first contact.
  const { personal } = items.length === 0 ? await call(getProfile, {}, { context }) : { personal: null };
  return {
    items,
    most,
    relationship: personal?.relationship,
  };
}

const forms = defineForms({
  add: { call: addContact, done: path },
  again: { call: askContactAgain, done: `${path}?sent=1` },
  remove: { call: removeContact, done: path },
});
export const action = forms.action;

export default function ContactUpload({ loaderData: { items, most, relationship }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const isFull = items.length >= most;
  const isOrphan = !items.some(({ id }) => id === actionData?.values["contactId"]);
  return (
    <Stack gap="loose">
      <Title lead={t("contactsLead")}>{t("contactsTitle")}</Title>
      <Saved by="sent">{t("messageSent")}</Saved>
      {isOrphan && <Refused of={forms.form(["again", "remove"], actionData)} />}
      {items.length > 0 && (
        <Stack>
          {items.map((contact) => (
            <ContactCard key={contact.id} contact={contact} isOnly={items.length === 1} outcome={actionData} />
          ))}
        </Stack>
      )}
      {isFull ? (
        <Small>{t("contactsFull", { most })}</Small>
      ) : (
        <ActionForm of={forms.form("add", actionData)} id="add" action={path}>
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
        </ActionForm>
      )}
      {items.length > 0 && (
        <ActionBar>
          <ButtonLink to="/webview/additional-info">{t("contactsDone")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

function ContactCard({ contact, isOnly, outcome }: { contact: Contact; isOnly: boolean; outcome: object | undefined }) {
  const t = useTexts(texts);
  const { id, consent } = contact;
  const hidden = { contactId: id };
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
        <Refused of={forms.form("remove", outcome)} hidden={hidden} />
        <Row>
          {consent === "PENDING" && (
            <ActionForm of={forms.form("again", outcome)} id={`c-${id}`} action={path} hidden={hidden}>
              <Button kind="secondary" compact track="contact_ask_again">
                {t("askAgain")}
              </Button>
            </ActionForm>
          )}
          <DialogLink to={`remove-${id}`} kind="quiet" compact>
            {t("remove")}
          </DialogLink>
        </Row>
        <Dialog id={`remove-${id}`} heading={t("removeAsk", { name: contact.name })}>
          <ActionForm of={forms.form("remove", outcome)} id={`r-${id}`} action={path} hidden={hidden}>
            <p>{t(isOnly ? "removeOnly" : "removeBody")}</p>
            <Button kind="danger" track="contact_remove">
              {t("removeDo")}
            </Button>
            <DialogClose>{t("keep")}</DialogClose>
          </ActionForm>
        </Dialog>
      </Stack>
    </Card>
  );
}
