/** Bundles the bare rendering of the quota page to one file that Node runs. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function bundleQuota(folder: string): Promise<string> {
  await build({
    configFile: false,
    envFile: false,
    logLevel: "silent",
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("./quota.tsx", import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: "quota.mjs" } },
    },
  });
  return join(folder, "quota.mjs");
}
