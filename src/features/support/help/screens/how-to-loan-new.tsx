import type { Route } from "./+types/how-to-loan-new";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.howNewTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("how-to-loan-new", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/loan-product", words: "applyNow", track: "how-new-apply" },
  { to: "/webview/how-to-loan", words: "inFull", track: "how-full" },
  { to: "/webview/full-video", words: "asStory", track: "how-story" },
];

export default function HowToLoanNew({ loaderData: { content } }: Route.ComponentProps) {
  return (
    <GuideScreen
      content={content}
      ways={ways}
      steps={5}
      led="picture"
      pictures={["register", "details", "amount", "sign", "payout"]}
    />
  );
}
