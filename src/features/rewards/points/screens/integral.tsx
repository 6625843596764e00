import type { Route } from "./+types/integral";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { getPoints } from "../contract.ts";
import { PointsScreen } from "../parts/points-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export function loader({ context }: Route.LoaderArgs) {
  return call(getPoints, {}, { context });
}

export default function Integral({ loaderData }: Route.ComponentProps) {
  return <PointsScreen points={loaderData} />;
}
