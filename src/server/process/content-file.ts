/** Finds the project's `content` folder, from the sources and from a build. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Absolute path of a file below `content/`. Throws when no folder above this module has it. */
export function contentFile(...parts: string[]): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, "content", ...parts);
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) throw new Error(`content/${parts.join("/")} is missing.`);
  }
}
