import type { Route } from "./+types/contact-upload";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, MaskedPhone, Small, Title } from "#web/ui/text/text.tsx";
import {
  addContact,
  askContactAgain,
  listEmergencyContacts,
  removeContact,
  type EmergencyContactAnswer,
} from "../contact-contract.ts";
import { ContactFields } from "../parts/contact-fields.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contactsTitle, back: "/webview/additional-info" };

const path = "/webview/additional-info/contact-upload";

export const loader = ({ context }: Route.LoaderArgs) => call(listEmergencyContacts, {}, { context });

const forms = defineForms({
  add: { call: addContact, done: path },
  again: { call: askContactAgain, done: `${path}?sent=1` },
  remove: { call: removeContact, done: path },
});
export const action = forms.action;

export default function ContactUpload({
  loaderData: { items, max, asksAfterIdentity },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const isFull = items.length >= max;
  const isOrphan = !items.some(({ id }) => id === actionData?.values["contactId"]);
  return (
    <Stack gap="loose">
      <Title lead={t("contactsLead")}>{t("contactsTitle")}</Title>
      <Saved by="sent">{t("messageSent")}</Saved>
      {isOrphan && <FormRefusal of={forms.form(["again", "remove"], actionData)} />}
      {items.length > 0 && (
        <Stack>
          {items.map((contact) => (
            <ContactCard key={contact.id} contact={contact} isOnly={items.length === 1} outcome={actionData} />
          ))}
        </Stack>
      )}
      {isFull ? (
        <Small>{t("contactsFull", { max })}</Small>
      ) : (
        <ActionForm of={forms.form("add", actionData)} id="add" action={path}>
          <Heading>{t("addContact")}</Heading>
          <ContactFields />
          <Small>{t(asksAfterIdentity ? "contactSmsLater" : "contactSmsNow")}</Small>
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

const unsent = { AFTER_IDENTITY: "contactAfterIdentity", LATER: "contactLater", NOT_SENT: "contactNotSent" } as const;

function ContactCard({
  contact,
  isOnly,
  outcome,
}: {
  contact: EmergencyContactAnswer;
  isOnly: boolean;
  outcome: object | undefined;
}) {
  const t = useTexts(texts);
  const { id, consent, asking } = contact;
  const which = { contactId: id };
  return (
    <Card>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{contact.name}</strong>
          <Badge kind={consent === "GIVEN" ? "ok" : consent === "REFUSED" ? "bad" : "attention"}>{t(consent)}</Badge>
        </InlineRow>
        <Small>
          {t(contact.relationship)} · <MaskedPhone number={contact.mobileNumber} />
        </Small>
        {consent === "REFUSED" && <Small>{t("contactRefusedHint")}</Small>}
        {asking !== "SENT" && <Small>{t(unsent[asking])}</Small>}
        <FormRefusal of={forms.form("remove", outcome)} which={which} />
        <InlineRow>
          {consent === "PENDING" && asking === "SENT" && (
            <ActionForm of={forms.form("again", outcome)} id={`c-${id}`} action={path} which={which}>
              <Button kind="secondary" compact track="contact_ask_again">
                {t("askAgain")}
              </Button>
            </ActionForm>
          )}
          <DialogLink to={`remove-${id}`} kind="quiet" compact>
            {t("remove")}
          </DialogLink>
        </InlineRow>
        <Dialog id={`remove-${id}`} heading={t("removeAsk", { name: contact.name })}>
          <ActionForm of={forms.form("remove", outcome)} id={`r-${id}`} action={path} which={which}>
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
