import { data, redirect } from "react-router";
import type { Route } from "./+types/sign-on";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { call, Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { loginTarget } from "../parts/login-target.ts";
import { beginStaffSignOn } from "../company-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.companyTitle, noIndex: true };

/** Leads to the provider. A link and no form: the content policy lets forms lead to no other host. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const next = loginTarget(new URL(request.url).searchParams.get("next"));
  let address: string;
  try {
    ({ address } = await call(beginStaffSignOn, { next }, { context }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data({ problem: error.data.status.detail }, { status: error.init.status });
  }
  throw redirect(address, 303);
}

export default function SignOn({ loaderData: { problem } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="warning"
      title={problem}
      action={<ButtonLink to="/staff/login">{t("toLogin")}</ButtonLink>}
    />
  );
}
