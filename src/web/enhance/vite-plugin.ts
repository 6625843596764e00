/**
 * Provides `virtual:enhance`: the inline scripts as strings, and the after-load file's address. Files of their own are emitted
 * by the browser build and, while developing, answered by the development server.
 */
import type { Plugin } from "vite";
import { assetPath, bundle, limitBytes, type InlineScript } from "./build.ts";
import { brotliCompressSync } from "node:zlib";

const virtual = "virtual:enhance";
const resolved = `\0${virtual}`;
/** Scripts that are files of their own. */
const assets = [
  "after-load",
  "native",
  "upload",
  "compare-hash",
  "push",
  "host-port",
] as const satisfies readonly InlineScript[];
const ownSources = /[\\/]src[\\/](?:web[\\/](?:enhance|native|tracking)|shared)[\\/]/;

export default function enhance(): Plugin {
  const scripts = new Map<InlineScript, Promise<string>>();
  const script = (entry: InlineScript): Promise<string> => {
    let made = scripts.get(entry);
    if (!made) scripts.set(entry, (made = bundle(entry).then((code) => weighed(entry, code))));
    return made;
  };
  return {
    name: "tunai:enhance",
    sharedDuringBuild: true,
    resolveId: (id) => (id === virtual ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const [whole, amounts, codes, plain, reading, console, passkey, afterLoad, compareHash, push, hostPort] =
        await Promise.all(
          (
            [
              "form",
              "form-amounts",
              "form-codes",
              "form-plain",
              "reading",
              "console",
              "passkey",
              "after-load",
              "compare-hash",
              "push",
              "host-port",
            ] as const
          ).map(script),
        );
      const exports = {
        form: { whole, amounts, codes, plain },
        reading,
        console,
        passkey,
        afterLoadUrl: `/${assetPath("after-load", afterLoad as string)}`,
        compareHashUrl: `/${assetPath("compare-hash", compareHash as string)}`,
        pushUrl: `/${assetPath("push", push as string)}`,
        hostPortUrl: `/${assetPath("host-port", hostPort as string)}`,
      };
      return Object.entries(exports)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const entry of assets) {
        const source = await script(entry);
        this.emitFile({ type: "asset", fileName: assetPath(entry, source), source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const entry = assets.find((name) => request.url?.startsWith(`/assets/${name}-`));
        if (!entry) return next();
        script(entry).then((code) => {
          response.setHeader("Content-Type", "text/javascript; charset=utf-8");
          response.end(code);
        }, next);
      });
    },
    hotUpdate({ file, modules }) {
      if (!ownSources.test(file)) return undefined;
      scripts.clear();
      const known = this.environment.moduleGraph.getModuleById(resolved);
      if (!known) return undefined;
      this.environment.moduleGraph.invalidateModule(known);
      return [...modules, known];
    },
  };
}

/** A script above its size limit stops the build, with the excess. */
function weighed(entry: InlineScript, code: string): string {
  const bytes = brotliCompressSync(code).length;
  if (bytes > limitBytes[entry])
    throw new Error(
      `The script ${entry} weighs ${bytes} bytes compressed; ${limitBytes[entry]} are allowed (product decisions 7).`,
    );
  return code;
}
