import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { texts } from "../texts.ts";

/** The end of a help page: how to contact us. */
export function StillNoAnswer() {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <Heading>{t("stillNoAnswer")}</Heading>
      <ButtonLink kind="secondary" to="/webview/customer-service" track="help-contact">
        {t("askUs")}
      </ButtonLink>
    </Stack>
  );
}
