/** Bundles peers that are written in React to files that Node or a browser runs. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const common = {
  configFile: false,
  envFile: false,
  logLevel: "silent",
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
} as const;
const sourceOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function bundleForServer(name: string, folder: string): Promise<string> {
  const fileName = `${name.replace(/\.\w+$/, "")}.mjs`;
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      ssr: sourceOf(`./${name}`),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: fileName } },
    },
  });
  return join(folder, fileName);
}

/** The bare rendering of the quota page. */
export const bundleQuota = (folder: string): Promise<string> => bundleForServer("quota.tsx", folder);

/** The hydrated form: its server, and the script that takes the page over. */
export async function bundleHydrated(folder: string): Promise<{ server: string; client: string }> {
  await build({
    ...common,
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: sourceOf("./hydrated-client.tsx"), output: { entryFileNames: "hydrated-client.js" } },
    },
  });
  return { server: await bundleForServer("hydrated.tsx", folder), client: join(folder, "hydrated-client.js") };
}
