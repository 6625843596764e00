/** Renders a page in one piece: everything the first view needs is in the first answer. */
import {
  isRouteErrorResponse,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { form, reading, console as consoleScript, afterLoadUrl, hostPortUrl } from "virtual:enhance";
import { rich } from "virtual:rich";
import { ownTurn } from "#server/work/turns.ts";
import type { ScriptPart } from "#web/enhance/form-choice.ts";
import { finishDocument } from "#web/rendering/document.ts";
import { parseSheets } from "#web/rendering/used-css.ts";
import { Problem } from "#web/api.ts";
import { drawScreen } from "#web/rendering/draw.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { pageOutcome } from "#web/rendering/outcome.ts";

const sheets = import.meta.glob<string>(
  ["./web/ui/**/*.css", "./web/shells/*.css", "./web/console/*.css", "./web/charts/*.css", "./features/**/*.css"],
  {
    query: "?inline",
    import: "default",
    eager: true,
  },
);
// Tokens and base rules come first; a component's rules may rely on them.
const ordered = Object.entries(sheets).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
const styles = parseSheets(ordered.map(([, css]) => css));

function rank(path: string): number {
  if (path.endsWith("/tokens.css")) return 0;
  if (path.endsWith("/base.css")) return 1;
  return path.includes("/web/") ? 2 : 3;
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const frame = context.get(pageFrame);
  const handle = screenHandle(routerContext);
  const kind = handle?.kind ?? "form";
  const cachedBy = handle?.cachedBy ?? (kind === "reading" ? [] : null);
  const cacheable = cachedBy !== null && status === 200 && request.method === "GET";
  await ownTurn();
  const scriptParts = new Set<ScriptPart>();
  const html = drawScreen(request, routerContext, context, scriptParts);
  const { text, parts, common } = finishDocument({
    html,
    kind,
    scriptParts,
    nonce: cacheable ? null : frame.nonce,
    brandCss: brandCss(frame.brand.tokens),
    // The console has no tracking: what staff look at is not recorded there.
    scripts: {
      form,
      reading,
      rich,
      console: consoleScript,
      afterLoadUrl: frame.path === "/staff" || frame.path.startsWith("/staff/") ? null : afterLoadUrl,
      hostPortUrl: frame.isHostSimulated ? hostPortUrl : null,
    },
    styles,
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  const outcome = context.get(pageOutcome);
  outcome.parts = parts;
  outcome.text = text;
  outcome.common = common;
  outcome.cachedBy = cacheable ? cachedBy : null;
  outcome.freshBy = handle?.freshBy ?? [];
  return new Response(null, { status, headers });
}

/** The router would log errors as they are, with addresses that contain typed text. // Threat G7 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A missing page is not an error, and a call's answer was logged by the call.
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Problem) return;
  (context as RouterContextProvider).get(pageOutcome).failures.push(error);
};

function screenHandle(context: EntryContext): ScreenHandle | undefined {
  const { matches } = context.staticHandlerContext;
  const deepest = matches.at(-1);
  return deepest ? (context.routeModules[deepest.route.id]?.handle as ScreenHandle | undefined) : undefined;
}

function brandCss(tokens: { light: Record<string, string>; dark: Record<string, string> }): string {
  const set = (pairs: Record<string, string>) =>
    Object.entries(pairs)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
  const light = Object.keys(tokens.light).length > 0 ? `:root{${set(tokens.light)}}` : "";
  const dark =
    Object.keys(tokens.dark).length > 0 ? `@media (prefers-color-scheme:dark){:root{${set(tokens.dark)}}}` : "";
  return light + dark;
}
