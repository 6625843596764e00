/** Builds server and browser files into `build/`. Only one build runs in a checkout at a time; a later one waits and finds it done. */
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { tryHold } from "#server/postgres/owner-lock.ts";
import { pause } from "#server/work/timers.ts";
import { forNobody, hashInputs, isBuilt, markBuilt, root } from "./build-state.ts";
import { runAll, type Step } from "./run-all.ts";

const compress = promisify(brotliCompress);

/**
 * Builds unless the existing build was made from these sources; `always` builds in any case. Ends the process when it
 * fails.
 */
export async function build({ always }: { always: boolean }): Promise<void> {
  if (!always && (await isBuilt())) return;
  let lock = await tryHold(root, "build");
  while (!lock) {
    await pause(200);
    lock = await tryHold(root, "build");
  }
  try {
    if (!always && (await isBuilt())) return;
    console.log("Building Tunai …");
    // Hashed before: a file saved while the build runs makes it count as outdated, not as built.
    const hash = await hashInputs();
    await rm(join(root, "build"), { recursive: true, force: true });
    await runBuild();
    await mkdir(join(root, "build"), { recursive: true });
    await removeUnasked(join(root, "build/client"));
    await compressAssets(join(root, "build/client/assets"));
    await markBuilt(hash);
  } finally {
    await lock.release();
  }
}

/** Removes what React Router builds for browsers: its screens, and the list of them. No page loads them. */
async function removeUnasked(folder: string): Promise<void> {
  await rm(join(folder, forNobody), { recursive: true });
  const lists = (await readdir(join(folder, "assets"))).filter((name) => /^manifest-\w+\.js$/.test(name));
  await Promise.all(lists.map((name) => rm(join(folder, "assets", name))));
}

/** Writes a brotli copy beside each browser file at the highest level: the build has time, a visitor has not. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      await writeFile(`${file}.br`, await compress(await readFile(file)));
    }),
  );
}

/** In a child process, so that the memory of the build is not the server's; it ends with this process. */
async function runBuild(): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/@react-router/dev/bin.cjs"), "build", "--logLevel", "warn"],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: "inherit",
    },
  );
  const ends = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGTERM", ends).on("SIGINT", ends);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  process.off("SIGTERM", ends).off("SIGINT", ends);
  if (code !== 0) {
    console.error("The build failed.");
    process.exit(code ?? 1);
  }
}

/** A text that is missing in a language does not compile, and an unused one fails its test: neither is built by `npm run build`. */
const textChecks: Step[] = [
  { name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"], alone: true },
  {
    name: "types, and texts in every language",
    command: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."],
    alone: true,
  },
  {
    name: "texts that nobody shows",
    command: [
      "node_modules/vitest/vitest.mjs",
      "run",
      // The project of these tests, because vitest fails for a project without matching files.
      "--project",
      "server",
      "--project",
      "server",
      "tests/texts.test.ts",
      "tests/contents.test.ts",
    ],
    alone: true,
  },
];

if (import.meta.main) {
  // `npm test` has these checks among its own.
  if (!process.argv.includes("--unchecked") && !(await runAll(textChecks))) process.exit(1);
  await build({ always: true });
}
