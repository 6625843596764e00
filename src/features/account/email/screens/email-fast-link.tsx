import { data } from "react-router";
import type { Route } from "./+types/email-fast-link";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { answerEmailLink, getEmailLink, linkHours } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.linkTitle, noIndex: true };

const path = "/webview/email-fast-link";
const isOver = (code: string): boolean => code === "LINK_INVALID" || code === "EMAIL_LINK_OVER";

/** An expired link shows a text instead of an error page. Opening the link changes nothing, because scanners open links too. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ link: await call(getEmailLink, {}, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && isOver(problem.code))
      return data({ link: null }, { status: problem.init.status });
    throw problem;
  }
}

// The page itself says that a link has expired; a hold or too many tries appear at the buttons.
const forms = defineForms({
  answer: {
    call: answerEmailLink,
    done: path,
    refused: ({ failure }) => (isOver(failure.status.code) ? path : null),
  },
});
export const action = forms.action;

export default function EmailFastLink({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { brand } = useFrame();
  if (!link) {
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("linkOverTitle")}
        action={<ButtonLink to="/webview/email-status">{t("toStatus")}</ButtonLink>}
      >
        {t("linkOverBody", { hours: linkHours })}
      </EmptyState>
    );
  }
  const { masked, accountEnding: ending, state } = link;
  if (state !== "OPEN") {
    const isConfirmed = state === "CONFIRMED";
    return (
      <EmptyState level={1} art="shield" title={t(isConfirmed ? "linkConfirmed" : "linkDisowned")}>
        {t(isConfirmed ? "linkConfirmedBody" : "linkDisownedBody", { masked })}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("linkLead", { masked, brand: brand.name, ending })}>{t("linkTitle")}</Title>
      <p>{t("linkIsMine")}</p>
      <p>{t("linkNotMineNote")}</p>
      <ActionForm of={forms.form("answer", actionData)} action={path}>
        <Stack>
          <Button name="answer" value="CONFIRM" track="email_link_confirm">
            {t("linkYes")}
          </Button>
          <Button kind="secondary" name="answer" value="NOT_MINE" track="email_link_not_mine">
            {t("linkNo")}
          </Button>
        </Stack>
      </ActionForm>
    </Stack>
  );
}
