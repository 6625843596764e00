/** The part of a rich screen that a script continues in the browser; all around it leaves as plain HTML, like any other page. */
import type { ComponentType } from "react";
import type { browserCall } from "./browser-call.ts";

/** The properties of a rich part: its own, as plain data sent with the page, and `call` for the API. */
export type RichProps<Given extends object> = Given & { call: typeof browserCall };

/** There is no user input while a page is rendered. */
const notWhileRendering: typeof browserCall = () =>
  Promise.reject(
    new Error("A rich part makes calls in the browser; its screen's loader makes those of the first view."),
  );

/**
 * Shows a part from `parts/<name>.rich.tsx`, its default export. `given` is written into the page, so it may hold only
 * personal data that the page shows anyway. The part works as HTML until its script has loaded, and without it.
 */
export function Rich<Given extends object>({
  name,
  part: Part,
  given,
}: {
  name: string;
  part: ComponentType<RichProps<Given>>;
  given: Given;
}) {
  return (
    <div data-rich={name} data-given={JSON.stringify(given)}>
      <Part {...given} call={notWhileRendering} />
    </div>
  );
}
