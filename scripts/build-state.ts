/** Whether `build/` was made from the sources as they are: a stamp holds the hash of everything a build reads. */
import { createHash } from "node:crypto";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const stamp = join(root, "build/stamp");
/** Inputs of a build. Texts in `content/` and migrations are read while serving, so they are not part of it. */
const inputs = [
  "src",
  "brands",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** Below the folder of browser files: what React Router builds for browsers and no page loads. */
export const forNobody = "for-nobody";

/**
 * The hash of everything that the build depends on, by contents and not dates: a fresh checkout of the same tree needs
 * no build.
 */
export async function hashInputs(): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  for (const path of (await Promise.all(inputs.map(filesOf))).flat()) {
    hash
      .update(`${path}\n`)
      .update(await readFile(join(root, path)))
      .update("\n");
  }
  return hash.digest("hex");
}

export async function isBuilt(): Promise<boolean> {
  const built = await readFile(stamp, "utf8").catch(() => "");
  return built !== "" && built === (await hashInputs());
}

/** Written last, so that an interrupted build does not count. */
export async function markBuilt(hash: string): Promise<void> {
  await writeFile(stamp, hash);
}

/** All files at a path, sorted; tests are not part of the product. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return [path];
  const names = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
