import type { Route } from "./+types/login";
import type { FormAnswer } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { loginFlow } from "../parts/login-flow.ts";
import { AskStep, LoginSteps } from "../parts/login-steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  isStep: true,
  title: texts.title,
  noIndex: true,
  keptKeys: ["next", "step", "with", "remember", "channel", "invitationCode"],
};

const flow = loginFlow({
  kept: ["next", "invitationCode"],
  ticks: { rememberDevice: "remember" },
  invitationOf: (query) => /^[A-Za-z0-9]{4,20}$/.exec(query.get("invitationCode") ?? "")?.[0] ?? null,
});
export const loader = ({ request, context }: Route.LoaderArgs) => flow.load({ request, context });
export const action = flow.action;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as FormAnswer | undefined;
  if (loaderData.step === "ask") return <AskStep {...loaderData} answer={answer} />;
  return <LoginSteps shown={loaderData} answer={answer} />;
}
