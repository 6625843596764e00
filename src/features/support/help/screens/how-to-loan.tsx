import type { Route } from "./+types/how-to-loan";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.howTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("how-to-loan", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/loan-product", words: "applyNow", track: "how-apply" },
  { to: "/webview/how-to-loan-new", words: "inShort", track: "how-short" },
];

export default function HowToLoan({ loaderData: { content } }: Route.ComponentProps) {
  return (
    <GuideScreen
      content={content}
      ways={ways}
      steps={8}
      pictures={["register", "identity", "details", "amount", "review", "sign", "payout", "repay"]}
    />
  );
}
