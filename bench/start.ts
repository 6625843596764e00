/** First start to ready with its build, and the second start: `sh scripts/node.sh bench/start.ts`. It works on a copy of the checkout. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./support/processes.ts";
import { startFlags } from "./support/product.ts";
import { report, type Row } from "./support/report.ts";

export const goals = { firstSeconds: 60, secondSeconds: 3 };
const root = join(import.meta.dirname, "..");

/** Seconds from the command to the first answer of /readyz. */
async function secondsToReady(folder: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn("sh", ["scripts/node.sh", ...startFlags, "scripts/start.ts"], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}.`);
      const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return (performance.now() - begun) / 1000;
      await new Promise((wait) => setTimeout(wait, 20));
    }
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), "tunai-start-"));
try {
  // As a fresh checkout after `npm ci`: without build and data.
  const exclusions = ["node_modules", "build", ".data", ".git", ".react-router"]
    .map((name) => `--exclude=./${name}`)
    .join(" ");
  const copied = spawnSync("sh", ["-c", `tar c -C "${root}" ${exclusions} . | tar x -C "${folder}"`], {
    stdio: "inherit",
  });
  if (copied.status !== 0) throw new Error("The checkout could not be copied.");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const rows: Row[] = [];
  for (const [start, goal] of [
    ["first, with build and database", goals.firstSeconds],
    ["second", goals.secondSeconds],
    ["third", goals.secondSeconds],
  ] as const) {
    const seconds = await secondsToReady(folder);
    rows.push({ start, seconds, goal, met: seconds <= goal ? "yes" : "no" });
  }
  report("Start to ready, seconds", rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}
