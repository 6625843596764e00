/** Objects as files below DATA_DIR: written whole and synced before their key is known to anybody. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Random } from "#server/random.ts";
import type { StoragePort } from "./port.ts";
import { isObjectKey, newObjectKey, openObject, sealObject, type ObjectSealer } from "./sealed.ts";

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
    async remove(key) {
      if (isObjectKey(key)) await rm(join(folder, key), { force: true });
    },
  };
}
