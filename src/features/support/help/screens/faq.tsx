import { data } from "react-router";
import type { Route } from "./+types/faq";
import { faqSections, listContentBodies } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { centrePath, faqPath } from "../parts/help-address.ts";
import { SearchForm } from "../parts/search-form.tsx";
import { StillNoAnswer } from "../parts/still-no-answer.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.faqTitle,
  kind: "reading",
  cachedBy: ["section"],
  freshBy: ["open"],
  back: "/webview/customer-service",
};

/** One section at a time: all of them would make the first page too large. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const requested = query.get("section");
  const section = faqSections.find((one) => one === requested) ?? (requested ? null : faqSections[0]);
  const { items } = section
    ? await call(listContentBodies, { collection: "faq", section }, { context })
    : { items: [] };
  return data({ section, items, open: query.get("open") }, { status: section ? 200 : 404 });
}

export default function Faq({ loaderData: { section, items, open } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("faqTitle")}</Title>
      <SearchForm />
      <Tabs
        wrap
        label={t("faqSections")}
        tabs={faqSections.map((one) => ({ to: `${faqPath}?section=${one}`, label: t(one), current: one === section }))}
      />
      {items.length === 0 ? (
        <EmptyState
          art="search"
          title={t("faqEmpty")}
          action={<ButtonLink to={centrePath}>{t("toHelpCenter")}</ButtonLink>}
        >
          {t("faqEmptyBody")}
        </EmptyState>
      ) : (
        <div>
          {items.map(({ key, title, body }) => (
            <Disclosure key={key} id={key} summary={title} open={key === open}>
              <Prose html={body} />
            </Disclosure>
          ))}
        </div>
      )}
      <StillNoAnswer />
    </Stack>
  );
}
