/** WebKitGTK, the nearest to Safari that runs here, by its own WebDriver; it wants a screen, which Xvfb plays. */
import { existsSync, globSync } from "node:fs";
import { freePort } from "../journey-server.ts";
import { startProcess, stopProcess, type Engine, type EngineInput } from "./engine.ts";

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";
const findBrowser = (): string | undefined => globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0];

export const isWebKitThere = (): boolean => existsSync(driver) && existsSync(screen) && findBrowser() !== undefined;

/** WebDriver's key of an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
interface Opened {
  sessionId: string;
  capabilities: { browserVersion: string };
}

export async function webkit({ proxy, folder }: EngineInput): Promise<Engine> {
  // The number of a free screen comes on the descriptor that is named.
  const shown = await startProcess(screen, ["-displayfd", "1", "-screen", "0", "412x900x24"], /(\d+)\s*\n/);
  const port = await freePort();
  const started = await startProcess("/bin/sh", ["-c", `${driver} --port=${port} & echo started; wait`], /(started)/, {
    DISPLAY: `:${shown.said}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
    LANG: "C.UTF-8",
    LANGUAGE: "id",
  });
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  // Its driver's own word for a proxy means one that is spoken to by TLS.
  const opened = await untilAnswered(() =>
    ask<Opened>("POST", "", {
      capabilities: {
        alwaysMatch: {
          acceptInsecureCerts: true,
          "webkitgtk:browserOptions": {
            binary: findBrowser(),
            args: ["--automation", ...(proxy ? [`--proxy=${proxy}`] : [])],
          },
        },
      },
    }),
  );
  const at = `/${opened.sessionId}`;
  return {
    name: `WebKitGTK/${opened.capabilities.browserVersion}`,
    faults: [],
    async goto(address) {
      await ask("POST", `${at}/url`, { url: address });
    },
    async evaluate(expression) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => JSON.stringify((await (${expression})) ?? null))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await ask<{ value: string; error?: string }>("POST", `${at}/execute/async`, {
        script,
        args: [],
      });
      if (error) throw new Error(error);
      return JSON.parse(value);
    },
    async choose(selector, file) {
      const element = await ask<Record<string, string>>("POST", `${at}/element`, {
        using: "css selector",
        value: selector,
      });
      await ask("POST", `${at}/element/${element[elementKey]}/value`, { text: file });
    },
    async close() {
      await ask("DELETE", at).catch(() => {});
      await stopProcess(started.child);
      await stopProcess(shown.child);
    },
  };
}

/** The driver listens a moment after it was started. */
async function untilAnswered<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (tries > 50 || !(error instanceof TypeError)) throw error;
      await new Promise((wait) => setTimeout(wait, 200));
    }
}
