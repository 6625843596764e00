import type { Route } from "./+types/prevent-fraud";
import type { ScreenHandle } from "#web/screen.ts";
import { GuideScreen, type GuideWay } from "../parts/guide-screen.tsx";
import { readHelp } from "../parts/read-help.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.fraudTitle,
  kind: "reading",
  back: "/webview/help-center",
  opens: ["www.ojk.go.id", "iasc.ojk.go.id"],
};

export const loader = ({ context }: Route.LoaderArgs) => readHelp("prevent-fraud", context);

const ways: readonly GuideWay[] = [
  { to: "/webview/customer-service/complaint", words: "reportNow", track: "fraud-report" },
  { to: "/webview/customer-service", words: "askUs", track: "fraud-contact" },
];

export default function PreventFraud({ loaderData: { content } }: Route.ComponentProps) {
  return (
    <GuideScreen
      content={content}
      ways={ways}
      pictures={[
        "fake-app",
        "advance-transfer",
        "code-asked",
        "false-support",
        "stray-money",
        "middleman",
        "licence",
        "hurry",
      ]}
    />
  );
}
