import type { Route } from "./+types/e-wallet-explain";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.walletTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("e-wallet-explain", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/ovo", words: "payByOvo", track: "wallet-pay" },
  { to: "/webview/help-center?article=ways-to-pay", words: "otherWays", track: "wallet-others" },
];

export default function EWalletExplain({ loaderData: { content } }: Route.ComponentProps) {
  return (
    <GuideScreen
      content={content}
      ways={ways}
      steps={4}
      pictures={["wallet-number", "wallet-request", "wallet-pin", "wallet-done"]}
    />
  );
}
