import { ContactFields } from "#features/account/profile/parts/contact-fields.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { say } from "#shared/texts.ts";
import { itemText, texts } from "../texts.ts";
import { stepPath } from "./steps.ts";

/** A person to reach in an emergency. */
export function ContactForm({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("contactLead")}>{say(itemText("CONTACT"), useLanguage())}</Title>
      <ActionForm of={of} id="contact" action={stepPath("CONTACT")} fill>
        <ContactFields />
        <ActionBar>
          <Button track="fill_contact">{t("saveContact")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
