import { renderToString } from "react-dom/server";
import { ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import type { ScriptPart } from "#web/enhance/form-choice.ts";
import { AccountProvider, FrameProvider, HeadRefusalProvider } from "#web/frame.tsx";
import { releaseData } from "#web/rendering/held-data.ts";
import { pageRefusal, renderWithRefusal } from "#web/refusal.ts";
import { ScriptPartsProvider } from "#web/script-parts.ts";
import { pageAccount, pageFrame } from "#web/screen.ts";

/** Renders the screen of a request. `scriptParts` collects the parts of the form script that its components need. */
export function drawScreen(
  request: Request,
  routerContext: EntryContext,
  context: RouterContextProvider,
  scriptParts: Set<ScriptPart>,
): string {
  // The router's data for the browser is neither sent nor awaited: no page is hydrated by the router.
  delete routerContext.serverHandoffStream;
  releaseData(routerContext);
  const frame = context.get(pageFrame);
  return renderWithRefusal(context.get(pageRefusal), (refusal) =>
    renderToString(
      <ScriptPartsProvider value={scriptParts}>
        <FrameProvider frame={frame}>
          <HeadRefusalProvider value={refusal}>
            <AccountProvider value={context.get(pageAccount)}>
              <ServerRouter context={routerContext} url={request.url} nonce={frame.nonce} />
            </AccountProvider>
          </HeadRefusalProvider>
        </FrameProvider>
      </ScriptPartsProvider>,
    ),
  );
}
