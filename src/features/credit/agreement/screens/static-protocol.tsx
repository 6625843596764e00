import type { Route } from "./+types/static-protocol";
import type { ScreenHandle } from "#web/screen.ts";
import { readStandardText, StandardText } from "../parts/standard-text.tsx";
import { texts } from "../texts.ts";

/** The protocol between a user and the operator, and the way to every other standard text. */
export const handle: ScreenHandle = { title: texts.standingProtocol, kind: "reading" };

export const loader = ({ context }: Route.LoaderArgs) => readStandardText("service-protocol", context);

export default function StaticProtocol({ loaderData }: Route.ComponentProps) {
  return <StandardText {...loaderData} />;
}
