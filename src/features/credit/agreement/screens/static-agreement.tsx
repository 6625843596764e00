import type { Route } from "./+types/static-agreement";
import type { Content } from "#features/platform/content/contract.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { readStandardText, StandardText } from "../parts/standard-text.tsx";
import { texts } from "../texts.ts";

/** A standard agreement by key, accepted in addition to the agreement of a loan. */
export const handle: ScreenHandle<{ text: Content }> = {
  title: texts.standingTitle,
  kind: "reading",
  back: "/webview/static-protocol",
  head: ({ text }) => ({ title: text.title }),
};

export const loader = ({ params, context }: Route.LoaderArgs) => readStandardText(params.key, context);

export default function StaticAgreement({ loaderData }: Route.ComponentProps) {
  return <StandardText {...loaderData} />;
}
