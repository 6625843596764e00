import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";
import { restructurePage } from "./pages.ts";

/** There is no offer (any more); shows the refusal of a form sent from its page. */
export function NoOffer({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("noOfferBody")}>{t("noOfferTitle")}</Title>
      <FormRefusal of={of} />
      <ActionBar>
        <ButtonLink to={restructurePage}>{t("toOffers")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
