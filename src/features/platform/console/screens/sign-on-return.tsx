import type { Route } from "./+types/sign-on-return";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { defineTexts } from "#shared/texts.ts";
import { afterLogin } from "../parts/login-target.ts";
import { finishStaffSignOn } from "../company-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.companyTitle, noIndex: true };

/**
 * The provider's answer is in the address. Only a POST from one of our pages uses it up: strict cookies are sent with
 * that.
 */
export function loader({ request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const state = searchParams.has("error") ? "REFUSED" : searchParams.has("code") ? "ANSWERED" : "OVER";
  return { answer: state === "ANSWERED" ? search.slice(1, 4001) : "", state } as const;
}

const forms = defineForms({
  finish: {
    call: finishStaffSignOn,
    done: ({ needsCode, next }, { request }) => (needsCode ? "/staff/login/code" : afterLogin(request, next)),
  },
});
export const action = forms.action;

const problemTexts = defineTexts({
  REFUSED: finishStaffSignOn.problems.SIGN_ON_REFUSED.text,
  OVER: finishStaffSignOn.problems.SIGN_ON_OVER.text,
});

export default function SignOnReturn({ loaderData: { answer, state }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const problem = useTexts(problemTexts);
  if (state !== "ANSWERED")
    return (
      <EmptyState
        level={1}
        art="warning"
        title={problem(state)}
        action={<ButtonLink to="/staff/login">{t("toLogin")}</ButtonLink>}
      />
    );
  return (
    <div className="console-narrow">
      <Title lead={actionData ? undefined : t("companyLead")}>{t("companyTitle")}</Title>
      <ActionForm of={forms.form("finish", actionData)} hidden={{ answer }}>
        <ActionBar>
          {actionData ? (
            <ButtonLink to="/staff/login">{t("toLogin")}</ButtonLink>
          ) : (
            <Button>{t("companyContinue")}</Button>
          )}
        </ActionBar>
      </ActionForm>
    </div>
  );
}
