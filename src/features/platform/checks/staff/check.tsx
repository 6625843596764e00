import type { Route } from "./+types/check";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { getCheck } from "../contract.ts";
import { ProposalCardView } from "../parts/card.tsx";
import { CheckForms } from "../parts/check-forms.tsx";
import { checkForms, withNames } from "../parts/check-page.ts";
import { ProposalStateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ request, params: { proposalId }, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const found = await withNames(context, call(getCheck, { proposalId }, { context }));
  return { ...found, left: query.get("left"), right: query.get("right") };
}

export const action = checkForms.action;

export default function Check({ loaderData: { found, names, left, right }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <InlineRow spread>
        <Title>{found.subject === "" ? found.text : `${found.text}: ${found.subject}`}</Title>
        <ProposalStateBadge {...found} />
      </InlineRow>
      <InlineRow>
        <a href="/staff/checks">{t("back")}</a>
        {found.to !== null && <a href={found.to}>{t("whole")}</a>}
      </InlineRow>
      <ProposalCardView
        card={found}
        nameOf={(id) => (id === null ? "–" : (names[id] ?? id))}
        left={left}
        right={right}
      />
      <CheckForms card={found} outcome={actionData} />
    </>
  );
}
