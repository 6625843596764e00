/** The files of the product's image: the build, what the server reads while it runs, and the operators' commands. */
import { cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { root } from "../build-state.ts";
import { isUnread, runtimePackages, type Locked } from "./runtime-packages.ts";

/**
 * `npm run seed` is for trying the product out; `backup` and `restore` are for the embedded database, which no image
 * contains.
 */
const commands = ["audit", "breach", "keys", "migrate", "seed", "staff-invite", "tombstones"];
const wholes = [
  "server.ts",
  "package.json",
  "LICENSE",
  "build",
  "content",
  "brands",
  "migrations",
  "deploy/health.mjs",
];

/** Copies the product into `folder`/app, with the packages it needs from node_modules as `npm ci` installed them. */
export async function layProduct(folder: string): Promise<void> {
  const app = join(folder, "app");
  const copy = async (path: string, filter: (file: string) => boolean = () => true): Promise<void> => {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await cp(join(root, path), join(app, path), {
      recursive: true,
      filter: (file) => filter(relative(root, file)),
    });
  };
  for (const path of [...wholes, ...commands.map((name) => `scripts/${name}.ts`)]) await copy(path);
  // The commands run on the sources; screens are in the build.
  await copy("src", (file) => !/\.test\.tsx?$|\.(?:tsx|css)$/.test(file));
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  for (const path of runtimePackages(packages)) {
    // Optional ones of another system.
    if (!(await stat(join(root, path)).catch(() => undefined))) continue;
    // Nested packages are copied with it; a folder of that name deeper down belongs to the package itself.
    await copy(path, (file) => !isUnread(file) && file !== join(path, "node_modules"));
  }
  await mkdir(join(folder, "usr/bin"), { recursive: true });
  await cp(process.execPath, join(folder, "usr/bin/node"));
}

/** Bytes below a path; links count nothing. */
export async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 0;
  if (found.isFile()) return found.size;
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) bytes += await bytesOf(join(path, entry.name));
  return bytes;
}
