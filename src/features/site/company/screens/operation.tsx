import type { Route } from "./+types/operation";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { CompanyText, headOfSection } from "../parts/company-text.tsx";
import { pageTexts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.operationTitle,
  description: pageTexts.operationDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => headOfSection(text, frame),
};

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await call(getContent, { collection: "company", key: "operation" }, { context }) };
}

export default function Operation({ loaderData: { text } }: Route.ComponentProps) {
  return <CompanyText text={text} />;
}
