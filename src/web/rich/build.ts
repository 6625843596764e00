/** Bundles the parts of rich screens for the browser: a file for each, and shared code (React) in separate files. */
import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build, type Plugin } from "vite";
import { browsers } from "../enhance/build.ts";

/** A file for the browser. */
export interface RichFile {
  /** Below the folder of browser files: `assets/areas-1a2b3c4d.js`. */
  fileName: string;
  code: string;
}
export interface RichBuild {
  files: RichFile[];
  /** By part: the addresses of its own file and of its imports, all immutable. */
  scripts: Record<string, { own: string; shared: string[] }>;
}

/** Files shared by all rich screens: the browser caches them from one screen to the next. */
const shared = [
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: "kit", test: /node_modules[\\/]|[\\/]src[\\/](?:web|shared)[\\/]/ },
];
const suffix = ".rich.tsx";
const entry = "virtual:rich/";

/** Finds every `parts/<name>.rich.tsx`. @throws when two parts share a name. */
export async function bundleRich(): Promise<RichBuild> {
  const parts = globSync(`src/features/*/*/parts/*${suffix}`).sort();
  const files = Object.fromEntries(parts.map((path) => [basename(path, suffix), resolve(path)]));
  if (Object.keys(files).length < parts.length) throw new Error(`Two rich parts share a name: ${parts.join(", ")}`);
  if (parts.length === 0) return { files: [], scripts: {} };
  // A build sets NODE_ENV when it is unset; a development server started later would use that value.
  const { NODE_ENV } = process.env;
  const built = await build({
    configFile: false,
    envFile: false,
    logLevel: "silent",
    publicDir: false,
    mode: "production",
    plugins: [entries(files)],
    build: {
      write: false,
      target: browsers,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(files).map((name) => [name, entry + name])),
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          codeSplitting: { groups: shared },
        },
      },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const [made] = [built].flat();
  if (!made || !("output" in made)) throw new Error("The rich parts were not built.");
  const chunks = made.output.filter((one) => one.type === "chunk");
  return {
    files: chunks.map(({ fileName, code }) => ({ fileName, code })),
    scripts: Object.fromEntries(
      chunks
        .filter(({ isEntry }) => isEntry)
        .map(({ name, fileName, imports }) => [
          name,
          { own: `/${fileName}`, shared: imports.map((file) => `/${file}`) },
        ]),
    ),
  };
}

/** Generates the entry file of each part. */
function entries(files: Readonly<Record<string, string>>): Plugin {
  const hydrate = resolve("src/web/rich/hydrate.tsx");
  return {
    name: "tunai:rich",
    resolveId: (id) => (id.startsWith(entry) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${entry}`)) return undefined;
      const name = id.slice(entry.length + 1);
      return `import Part from ${JSON.stringify(files[name])};\nimport { hydrate } from ${JSON.stringify(hydrate)};\nhydrate(${JSON.stringify(name)}, Part);`;
    },
  };
}
