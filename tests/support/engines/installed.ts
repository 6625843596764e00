/** The browsers of the long run: Chromium 92 on every x64, the others where this machine has them. */
import { existsSync } from "node:fs";
import { chromium92 } from "./chromium.ts";
import type { Engine, EngineInput } from "./engine.ts";
import { isChromium92Made } from "./fetch-chromium.ts";
import { firefox, firefoxProgram } from "./firefox.ts";
import { isWebKitThere, webkit } from "./webkit.ts";

export const engines: readonly { name: string; start: (options: EngineInput) => Promise<Engine> }[] = [
  ...(isChromium92Made ? [{ name: "Chromium 92", start: chromium92 }] : []),
  ...(existsSync(firefoxProgram) ? [{ name: "Firefox", start: (options: EngineInput) => firefox(options) }] : []),
  ...(isWebKitThere() ? [{ name: "WebKitGTK", start: webkit }] : []),
];
