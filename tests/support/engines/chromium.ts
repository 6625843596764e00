/** Chromium 92, older than any that is promised (Chrome 96), by its own protocol. */
import { chromium92Program } from "./fetch-chromium.ts";
import { startProcess, stopProcess, type Engine, type EngineInput } from "./engine.ts";
import { openWire } from "./wire.ts";

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

export async function chromium92({ proxy, folder }: EngineInput): Promise<Engine> {
  const { child, said } = await startProcess(
    chromium92Program,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--lang=id-ID",
      "--window-size=360,740",
      "--ignore-certificate-errors",
      ...(proxy ? [`--proxy-server=${proxy}`] : []),
      `--user-data-dir=${folder}`,
      "--remote-debugging-port=0",
      "about:blank",
    ],
    /DevTools listening on (ws:\S+)/,
  );
  const base = `http://${new URL(said).host}`;
  const targets = (await (await fetch(`${base}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
  const { Browser: name } = (await (await fetch(`${base}/json/version`)).json()) as { Browser: string };
  const faults: string[] = [];
  let loaded = (): void => {};
  const page = targets.find(({ type }) => type === "page");
  if (!page) throw new Error("Chromium shows no page.");
  const wire = await openWire(page.webSocketDebuggerUrl, (method, params) => {
    if (method === "Page.loadEventFired") loaded();
    if (method === "Runtime.exceptionThrown") faults.push(JSON.stringify(params["exceptionDetails"]));
    const entry = params["entry"] as { level: string; text: string; url?: string } | undefined;
    if (method === "Log.entryAdded" && entry?.level === "error") faults.push(`${entry.url}: ${entry.text}`);
  });
  for (const domain of ["Page", "Runtime", "Log", "DOM"]) await wire.ask(`${domain}.enable`, {});
  return {
    name,
    faults,
    async goto(address) {
      const done = new Promise<void>((ready) => (loaded = ready));
      const { errorText } = await wire.ask<{ errorText?: string }>("Page.navigate", { url: address });
      if (errorText) throw new Error(`${address}: ${errorText}`);
      await done;
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await wire.ask<Evaluated>("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async choose(selector, file) {
      const { root } = await wire.ask<{ root: { nodeId: number } }>("DOM.getDocument", {});
      const { nodeId } = await wire.ask<{ nodeId: number }>("DOM.querySelector", { nodeId: root.nodeId, selector });
      await wire.ask("DOM.setFileInputFiles", { nodeId, files: [file] });
    },
    async close() {
      wire.close();
      await stopProcess(child);
    },
  };
}
