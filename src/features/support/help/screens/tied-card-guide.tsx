import type { Route } from "./+types/tied-card-guide";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.cardGuideTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("tied-card-guide", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/bank-account", words: "addAccount", track: "card-add" },
  { to: "/webview/bank-card-example", words: "whereIsNumber", track: "card-example" },
];

export default function TiedCardGuide({ loaderData: { content } }: Route.ComponentProps) {
  return (
    <GuideScreen
      content={content}
      ways={ways}
      steps={5}
      pictures={["own-account", "account-app", "details", "bank-asked", "settled"]}
    />
  );
}
