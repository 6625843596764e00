/** A folder in which the built product starts with brands of its own, as an operator's installation has them. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Brand } from "#server/process/brand.server.ts";

const repository = join(import.meta.dirname, "../..");

/** Everything is the repository's own, by links; of each brand's file `change` makes the one that lies here. */
export function makeInstallation(folder: string, change: (brand: Brand) => Brand): void {
  const entries = (of: string) => readdirSync(join(repository, of));
  const link = (path: string) => symlinkSync(join(repository, path), join(folder, path));
  for (const entry of entries(".")) if (entry !== "brands" && !entry.startsWith(".")) link(entry);
  for (const id of entries("brands")) {
    mkdirSync(join(folder, "brands", id), { recursive: true });
    for (const entry of entries(join("brands", id))) if (entry !== "brand.json") link(join("brands", id, entry));
    const file = join("brands", id, "brand.json");
    const brand = JSON.parse(readFileSync(join(repository, file), "utf8")) as Brand;
    writeFileSync(join(folder, file), JSON.stringify(change(brand)));
  }
}
