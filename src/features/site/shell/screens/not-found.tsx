import { data } from "react-router";
import type { ScreenHandle } from "#web/screen.ts";
import { NotFound } from "../parts/error-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.notFoundTitle, noIndex: true };

export function loader() {
  return data(null, { status: 404 });
}
/** A form posted to an unknown address gets the same answer. */
export const action = loader;

export default function NotFoundScreen() {
  return <NotFound />;
}
