import type { Route } from "./+types/lookup";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { say } from "#shared/texts.ts";
import {
  answerLookupCode,
  listLookups,
  lookupKinds,
  pathOfLookup,
  removeLookup,
  startLookupOf,
  type LookupKind,
  type LookupView,
} from "../contract.ts";
import { RegisterForm } from "../parts/register.tsx";
import { CancelLookup, CodeNeeded, LastLookup, LookupResult, NotToday } from "../parts/results.tsx";
import { LookupWaiting } from "../parts/waiting.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle<{ kind: LookupKind }> = {
  title: texts.title,
  back: "/webview/additional-info",
  head: ({ kind }, { language }) => ({ title: say(texts[`${kind}Title`], language) }),
};

/** The address gives the kind: the screen has one for each. */
const kindOf = (path: string): LookupKind => lookupKinds.find((kind) => path === pathOfLookup(kind)) ?? "NPWP";

export async function loader({ context }: Route.LoaderArgs) {
  const { path, pathWithQuery } = context.get(pageFrame);
  const kind = kindOf(path);
  const { items, ...rest } = await call(listLookups, {}, { context });
  const { lookup = null, attemptsLeft = 0 } = items.find((item) => item.kind === kind) ?? {};
  const isAwaited = new URL(pathWithQuery, "http://own.invalid").searchParams.has("waiting");
  return { ...rest, kind, lookup, attemptsLeft, isAwaited };
}

const kindHere = ({ url }: { url: URL }) => ({ kind: kindOf(url.pathname) });
/** The page that waits for the answer, or shows it. */
const after = ({ kind, state }: LookupView): string =>
  state === "ASKING" ? `${pathOfLookup(kind)}?waiting=1` : pathOfLookup(kind);

const forms = defineForms({
  NPWP: { call: startLookupOf.NPWP, input: kindHere, done: after },
  BPJS: { call: startLookupOf.BPJS, input: kindHere, done: after },
  OPERATOR: { call: startLookupOf.OPERATOR, input: kindHere, done: after },
  EDUCATION: { call: startLookupOf.EDUCATION, input: kindHere, done: after },
  code: { call: answerLookupCode, input: kindHere, done: after, gone: "?" },
  remove: { call: removeLookup, input: kindHere, done: "?removed=1" },
});
export const action = forms.action;

export default function Lookup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { kind, lookup, attemptsLeft, leftToday, identityGiven, ownNumber, foundDays, isAwaited } = loaderData;
  const isAsking = lookup?.state === "ASKING";
  const form = (name: Parameters<typeof forms.form>[0]) => forms.form(name, actionData);
  if (!identityGiven) {
    return (
      <EmptyState
        level={1}
        art="id-card"
        title={t("identityTitle")}
        action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}
      >
        {t("identityBody")}
      </EmptyState>
    );
  }
  if (isAsking || (isAwaited && lookup && !actionData)) {
    return (
      <LookupWaiting path={pathOfLookup(kind)} isWaiting={isAsking} from={t(`${kind}From`)} title={t("asking")}>
        <CancelLookup of={form("remove")} />
      </LookupWaiting>
    );
  }
  if (lookup?.state === "CODE_NEEDED")
    return <CodeNeeded lookup={lookup} attemptsLeft={attemptsLeft} code={form("code")} remove={form("remove")} />;
  if (lookup?.state === "FOUND") return <LookupResult lookup={lookup} remove={form("remove")} />;
  const isOpen = attemptsLeft > 0 && leftToday > 0;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t(`${kind}Title`)}</Title>
      <Saved by="removed">{t("removed")}</Saved>
      {!form(kind).answer && <LastLookup lookup={lookup} attemptsLeft={attemptsLeft} />}
      {isOpen ? (
        <RegisterForm
          kind={kind}
          of={form(kind)}
          ownNumber={ownNumber}
          foundDays={foundDays}
          retryUntil={lookup?.retryUntil ?? null}
        />
      ) : (
        <NotToday kind={kind} attemptsLeft={attemptsLeft} />
      )}
    </Stack>
  );
}
