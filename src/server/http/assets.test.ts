import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Assets } from "./assets.ts";

let folder: string;
let assets: Assets;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-assets-"));
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, ".vite"));
  for (const [name, text] of [
    ["icon.svg", "<svg/>"],
    ["assets/a-1.js", "plain"],
    ["assets/a-1.js.br", "small"],
    ["assets/b-2.js", "alone"],
    [".vite/manifest.json", "{}"],
    ["secret.txt.bak", "x"],
  ] as const) {
    await writeFile(join(folder, name), text);
  }
  assets = new Assets(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const read = async (path: string, accepted: string | null = "gzip, br") => {
  const told = await assets.find(path, accepted);
  return told && [String(told.body), told.headers["content-encoding"] ?? null, told.headers["cache-control"]];
};

it("A file of the build is kept for ever, and goes compressed to who takes that.", async () => {
  const forEver = "public, max-age=31536000, immutable";
  expect(await read("/assets/a-1.js")).toEqual(["small", "br", forEver]);
  expect(await read("/assets/a-1.js", null)).toEqual(["plain", null, forEver]);
  expect(await read("/assets/b-2.js")).toEqual(["alone", null, forEver]);
  expect(await read("/icon.svg")).toEqual(["<svg/>", null, "public, max-age=86400"]);
});

it("Nothing else is served: no other folder, no path that climbs, no copy, no file of another kind.", async () => {
  for (const path of [
    "/.vite/manifest.json",
    "/assets/../icon.svg",
    "/assets/..%2f..%2fpackage.json",
    "/assets/a-1.js.br",
    "/secret.txt.bak",
    "/assets/",
    "/",
  ])
    expect(await read(path), path).toBeUndefined();
});

it("A file that was taken away after the start is missing, and is found again when it is back.", async () => {
  const name = join(folder, "icon-192.png");
  await writeFile(name, "picture");
  const own = new Assets(folder);
  await rm(name);
  expect((await own.find("/icon-192.png", null))?.status).toBe(404);
  await writeFile(name, "picture");
  expect((await own.find("/icon-192.png", null))?.status).toBe(200);
  await rm(name);
});
