import type { Route } from "./+types/finantier-agreement";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { connectBy, endAccountLink, listLinks } from "../contract.ts";
import { bindPaths, leadToStep, placeAfter } from "../parts/places.ts";
import { CancelLink } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.agreementTitle, back: "/webview/additional-info" };

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await call(listLinks, {}, { context });
  const { link = null } = items.find(({ kind }) => kind === "OPEN_FINANCE") ?? {};
  leadToStep(context.get(pageFrame).path, "OPEN_FINANCE", link);
  return { link };
}

const forms = defineForms({
  agree: { call: connectBy.agreement, done: placeAfter, gone: bindPaths.OPEN_FINANCE },
  end: { call: endAccountLink, done: `${bindPaths.OPEN_FINANCE}?removed=1`, gone: bindPaths.OPEN_FINANCE },
});
export const action = forms.action;

export default function FinantierAgreement({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const partner = useFrame().brand.openFinancePartner;
  if (!link) return null;
  return (
    <Stack gap="loose">
      <Title lead={t("agreementLead")}>{t("agreementTitle")}</Title>
      <Card>
        {partner && (
          <DefinitionList
            items={[
              [
                t("agreementWith"),
                <FactualClaim key="partner" verified={partner.name.verified}>
                  {partner.name.value}
                </FactualClaim>,
              ],
            ]}
          />
        )}
        <p>{t("agreementOnce")}</p>
        <p>{t("agreementLogin")}</p>
        <p>{t("agreementEnd")}</p>
        {partner?.terms && (
          <p>
            <a href={partner.terms}>{t("agreementTerms")}</a>
          </p>
        )}
      </Card>
      <ActionForm of={forms.form("agree", actionData)}>
        <input type="hidden" name="linkId" value={link.linkId} />
        <Checkbox name="agreed" required>
          {t("agreementAgree")}
        </Checkbox>
        <ActionBar>
          <Button track="link_agree">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
      <CancelLink link={link} of={forms.form("end", actionData)} />
    </Stack>
  );
}
