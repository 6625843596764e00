import { data } from "react-router";
import type { Route } from "./+types/partner";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { decidePartnerOrder, getPartnerOrder } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.partnerTitle, noIndex: true };

const decisions = { ALLOW: "partnerAllow", ALLOW_OTHER: "partnerOther", REFUSE: "partnerRefuse" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { sandbox, pathWithQuery } = context.get(pageFrame);
  const orderId = new URL(pathWithQuery, "http://own.invalid").searchParams.get("order") ?? "";
  if (!sandbox || orderId === "") throw data(null, { status: 404 });
  return { orderId, ...(await call(getPartnerOrder, { orderId }, { context })) };
}

const forms = defineForms({ decide: { call: decidePartnerOrder, done: ({ returnUrl }) => returnUrl } });
export const action = forms.action;

export default function Partner({ loaderData: { orderId, institution }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("partnerLead", { institution })}>{t("partnerTitle")}</Title>
      <ActionForm of={forms.form("decide", actionData)}>
        <input type="hidden" name="orderId" value={orderId} />
        <Stack>
          {(["ALLOW", "ALLOW_OTHER", "REFUSE"] as const).map((decision) => (
            <Button
              key={decision}
              kind={decision === "ALLOW" ? "primary" : "secondary"}
              name="decision"
              value={decision}
            >
              {t(decisions[decision])}
            </Button>
          ))}
        </Stack>
      </ActionForm>
    </Stack>
  );
}
