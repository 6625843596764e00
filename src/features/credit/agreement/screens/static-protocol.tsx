import type { Route } from "./+types/static-protocol";
import type { ScreenHandle } from "#web/screen.ts";
import { readStanding, StandingText } from "../parts/standing-text.tsx";
import { texts } from "../texts.ts";

/** The protocol between a user and the operator, and the way to every other standing text. */
export const handle: ScreenHandle = { title: texts.standingProtocol, kind: "reading" };

export const loader = ({ context }: Route.LoaderArgs) => readStanding("service-protocol", context);

export default function StaticProtocol({ loaderData }: Route.ComponentProps) {
  return <StandingText {...loaderData} />;
}
