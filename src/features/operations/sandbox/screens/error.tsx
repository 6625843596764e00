import { data } from "react-router";
import type { Route } from "./+types/error";
import { useTexts } from "#web/language.tsx";
import { Rich } from "#web/rich/rich.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { errorDelaySeconds, errorKinds, errorPath, wordsOfError } from "../error-contract.ts";
import { errorTexts } from "../parts/error-texts.ts";
import TestError from "../parts/test-error.rich.tsx";

export const handle: ScreenHandle = {
  title: errorTexts.title,
  kind: "rich",
  reason: "Errors of scripts and of rendering in the browser are among those that it makes.",
  noIndex: true,
};

export function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageFrame).sandbox) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const kind = errorKinds.find((one) => one === query.get("kind")) ?? null;
  if (kind === "server" && query.has("now")) throw new Error(wordsOfError(kind));
  return { kind };
}

export default function ErrorPage({ loaderData: { kind } }: Route.ComponentProps) {
  const t = useTexts(errorTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("lead", { seconds: String(errorDelaySeconds) })}>{t("title")}</Title>
      {kind && <Rich name="test-error" part={TestError} given={{ kind }} />}
      <Section heading={t("choose")}>
        <Stack>
          {errorKinds.map((one) => (
            <ButtonLink key={one} kind="secondary" to={`${errorPath}?kind=${one}`}>
              {t(one)}
            </ButtonLink>
          ))}
        </Stack>
      </Section>
    </Stack>
  );
}
