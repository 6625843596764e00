/** Firefox by WebDriver BiDi, which it speaks by itself: no other program is needed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess, stopProcess, type Engine, type EngineInput } from "./engine.ts";
import { openWire } from "./wire.ts";

export const firefoxProgram = "/usr/bin/firefox-esr";

interface Evaluated {
  type: "success" | "exception";
  result: { value?: string; sharedId?: string };
  exceptionDetails?: { text: string };
}
interface Opened {
  capabilities: { browserName: string; browserVersion: string };
}

/** @param preferences beside those of a test: `network.cookie.cookieBehavior` 2 keeps no cookies. */
export async function firefox(
  { proxy, folder }: EngineInput,
  preferences: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Engine> {
  const profile = join(folder, "profile");
  mkdirSync(profile, { recursive: true });
  const all = { "intl.accept_languages": "id-ID", "datareporting.policy.dataSubmissionEnabled": false, ...preferences };
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(all)
      .map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const { child, said } = await startProcess(
    firefoxProgram,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "--width=360", "--height=740"],
    /WebDriver BiDi listening on (ws:\S+)/,
    { HOME: folder },
  );
  const faults: string[] = [];
  const wire = await openWire(`${said}/session`, (method, params) => {
    if (method === "log.entryAdded" && params["level"] === "error") faults.push(String(params["text"]));
  });
  const { capabilities } = await wire.ask<Opened>("session.new", {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        ...(proxy ? { proxy: { proxyType: "manual", sslProxy: new URL(proxy).host } } : {}),
      },
    },
  });
  await wire.ask("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await wire.ask<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context;
  const run = async (expression: string): Promise<Evaluated["result"]> => {
    const evaluated = await wire.ask<Evaluated>("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (evaluated.type === "exception") throw new Error(evaluated.exceptionDetails?.text);
    return evaluated.result;
  };
  return {
    name: `Firefox/${capabilities.browserVersion}`,
    faults,
    async goto(address) {
      await wire.ask("browsingContext.navigate", { context, url: address, wait: "complete" });
    },
    async evaluate(expression) {
      // A value of JSON in one piece: BiDi's own form of objects is a tree of types.
      const { value } = await run(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
      return JSON.parse(value ?? "null");
    },
    async choose(selector, file) {
      const { sharedId } = await run(`document.querySelector(${JSON.stringify(selector)})`);
      await wire.ask("input.setFiles", { context, element: { sharedId }, files: [file] });
    },
    async close() {
      wire.close();
      await stopProcess(child);
    },
  };
}
