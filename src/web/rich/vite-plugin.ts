/** Provides `virtual:rich`: the script address of each rich part. The browser build emits the files; during development, the development server answers them. */
import type { Plugin } from "vite";
import { bundleRich, type RichBuild } from "./build.ts";

const virtual = "virtual:rich";
const resolved = `\0${virtual}`;
/** A rich part may import any of these. */
const ownSources = /[\\/]src[\\/](?:web|shared|features)[\\/]/;

export default function rich(): Plugin {
  let made: Promise<RichBuild> | undefined;
  const built = (): Promise<RichBuild> => (made ??= bundleRich());
  return {
    name: "tunai:rich-parts",
    sharedDuringBuild: true,
    resolveId: (id) => (id === virtual ? resolved : undefined),
    load: async (id) =>
      id === resolved ? `export const rich = ${JSON.stringify((await built()).scripts)};` : undefined,
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const { fileName, code } of (await built()).files) this.emitFile({ type: "asset", fileName, source: code });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith("/assets/")) return next();
        built().then(({ files }) => {
          const file = files.find(({ fileName }) => request.url === `/${fileName}`);
          if (!file) return next();
          response.setHeader("Content-Type", "text/javascript; charset=utf-8");
          response.end(file.code);
        }, next);
      });
    },
    hotUpdate({ file, modules }) {
      const known = ownSources.test(file) ? this.environment.moduleGraph.getModuleById(resolved) : undefined;
      if (!known) return undefined;
      made = undefined;
      this.environment.moduleGraph.invalidateModule(known);
      return [...modules, known];
    },
  };
}
