/** Objects as files below DATA_DIR: written completely and synced before their key is given out. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Random } from "#server/process/random.ts";
import type { ObjectPage, StoragePort } from "./port.ts";
import { isObjectKey, newObjectKey, openObject, sealObject, type ObjectSealer } from "./sealed.ts";

/** A folder that is still empty, or was removed between two reads. */
function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

export function createFolderStorage(options: { folder: string; random: Random; sealer: ObjectSealer }): StoragePort {
  const { folder, random, sealer } = options;
  return {
    adapter: "folder",
    async put(object) {
      const key = newObjectKey(random);
      const file = join(folder, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.draft`;
      const handle = await open(draft, "wx", 0o600);
      try {
        await handle.writeFile(sealObject(sealer, key, object));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      // The name itself must survive a power loss too.
      const parent = await open(dirname(file), "r");
      await parent.sync().finally(() => parent.close());
      return key;
    },
    async get(key) {
      if (!isObjectKey(key)) return undefined;
      const sealed = await readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      return sealed && openObject(sealer, key, sealed);
    },
    async list(after = "") {
      // A page is one of the 256 folders: a key's first two digits.
      const shelves = (await readdir(folder).catch(absent))
        .filter((name) => /^[0-9a-f]{2}$/.test(name) && name > after.slice(0, 2))
        .sort();
      const [shelf] = shelves;
      if (shelf === undefined) return { items: [], next: null };
      const items: ObjectPage["items"] = [];
      for (const name of (await readdir(join(folder, shelf)).catch(absent)).sort()) {
        // A file left half written by a crash has a key that was never given out.
        const key = `${shelf}/${name.replace(/\.draft$/, "")}`;
        const found = isObjectKey(key) ? await stat(join(folder, shelf, name)).catch(() => null) : null;
        if (found) items.push({ key, storedAt: found.mtime });
      }
      return { items, next: shelves.length > 1 ? shelf : null };
    },
    async remove(key) {
      if (!isObjectKey(key)) return;
      await rm(join(folder, key), { force: true });
      await rm(join(folder, `${key}.draft`), { force: true });
    },
  };
}
