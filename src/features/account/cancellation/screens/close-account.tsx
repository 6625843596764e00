import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { coolingHours } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, isStep: true };

/** For borrowers who have uninstalled the app: app stores require a way on the web to close an account. // Spec account 6 */
export default function CloseAccount() {
  const t = useTexts(texts);
  const { brand } = useFrame();
  return (
    <Stack gap="loose">
      <Title lead={t("publicLead", { brand: brand.name })}>{t("title")}</Title>
      <NumberedList
        items={[
          { title: t("publicStepLogin"), body: t("publicStepLoginBody") },
          { title: t("publicStepAsk"), body: t("publicStepAskBody") },
          { title: t("stepCooling", { hours: coolingHours }), body: t("stepCoolingBody") },
          { title: t("stepClosed"), body: t("stepClosedBody") },
        ]}
      />
      <ButtonLink to="/webview/cancel-account" track="account_close_start">
        {t("publicGo")}
      </ButtonLink>
      <Section heading={t("publicErased")}>
        <CheckList items={[t("erased1"), t("erased2"), t("erased3")]} />
      </Section>
      <Section heading={t("keptTitle")}>
        <p>
          {t("publicKept")} {t("publicKeptBody")}
        </p>
      </Section>
      <Small>
        {t("publicHelp")} <a href="/complaint">{t("publicContact")}</a>
      </Small>
    </Stack>
  );
}
