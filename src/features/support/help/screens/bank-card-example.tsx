import type { Route } from "./+types/bank-card-example";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.cardExampleTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("bank-card-example", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/bank-account", words: "addAccount", track: "example-add" },
  { to: "/webview/tied-card-guide", words: "howToAdd", track: "example-guide" },
];

export default function BankCardExample({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <GuideScreen
      content={content}
      ways={ways}
      enlarge={t("enlarge")}
      led="picture"
      pictures={["account-app", "passbook", "bank-card"]}
    />
  );
}
