/** The image and its neighbours, built from Debian's packages and run by the commands of docs/operations.md: with `npm run test:long`. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { pause } from "#server/work/timers.ts";
import { freePort } from "#tests/support/journey-server.ts";
import { runtimePackages, type Locked } from "../../scripts/image/runtime-packages.ts";
import { billOfMaterials } from "../../scripts/image/sbom.ts";

const isLong = process.env["TEST_LONG"] === "1";
const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const textOf = (path: string): Promise<string> => readFile(join(root, path), "utf8");

it("The image has the packages that the product needs, and none that only builds or checks it", async () => {
  const { packages } = JSON.parse(await textOf("package-lock.json")) as {
    packages: Record<string, Locked & { dev?: boolean }>;
  };
  const taken = runtimePackages(packages);
  const { dependencies = {} } = packages[""] as Locked;
  expect(taken).toEqual(expect.arrayContaining(Object.keys(dependencies).map((name) => `node_modules/${name}`)));
  expect(taken.filter((path) => packages[path]?.dev)).toEqual([]);
  expect(
    taken.filter((path) => /\/(?:typescript|vite|oxlint|playwright-core|npm)$|@types|@typescript/.test(path)),
  ).toEqual([]);
});

it("The bill of materials names each package of the image with its version, and none that only builds or checks it", async () => {
  const { packages } = JSON.parse(await textOf("package-lock.json")) as { packages: Record<string, Locked> };
  const bill = await billOfMaterials(null);
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const onDisk = (path: string) =>
    textOf(`${path}/package.json`).then(
      () => true,
      () => false,
    );
  for (const path of runtimePackages(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (await onDisk(path)) expect(named, path).toContain(`${name}@${packages[path]?.version}`);
  }
  expect(named).toContain(`node@${process.versions.node}`);
  expect([...named].filter((one) => /^(?:typescript|vite|vitest|oxlint|playwright-core)@/.test(one))).toEqual([]);
  const refs = new Set([String(bill.metadata.component["bom-ref"]), ...bill.components.map((one) => one["bom-ref"])]);
  expect(
    bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((one) => !refs.has(one)),
  ).toEqual([]);
});

it("A nested package is found as Node finds it: the nearest folder upwards", () => {
  const nested = "node_modules/a/node_modules/b";
  const locked = {
    "": { dependencies: { a: "1", c: "1" } },
    "node_modules/a": {
      dependencies: { b: "2" },
      peerDependencies: { d: "1", e: "1" },
      peerDependenciesMeta: { e: { optional: true } },
    },
    [nested]: { dependencies: { c: "1" } },
    "node_modules/b": {},
    "node_modules/c": {},
    "node_modules/d": {},
    "node_modules/e": {},
  };
  expect(runtimePackages(locked)).toEqual(["node_modules/a", nested, "node_modules/c", "node_modules/d"]);
});

it.each(["deploy/Containerfile", "deploy/Containerfile.node-slim"])(
  "%s starts the server with the flags of `npm start` and the memory settings of scripts/node.sh",
  async (path) => {
    const { scripts } = JSON.parse(await textOf("package.json")) as { scripts: Record<string, string> };
    const flags = scripts["start"]?.match(/--\S+/g) ?? [];
    expect(flags.length).toBeGreaterThan(0);
    const file = await textOf(path);
    expect(file).toContain(`ENTRYPOINT ${JSON.stringify(["node", ...flags]).replaceAll(",", ", ")}`);
    for (const [, name, value] of (await textOf("scripts/node.sh")).matchAll(/(MALLOC_\w+)="\$\{\w+:-(\d+)\}"/g))
      expect(file).toContain(`${name}=${value}`);
  },
);

/** The command of docs/operations.md that begins with this. */
async function documented(beginning: string): Promise<string> {
  const line = (await textOf("docs/operations.md")).split("\n").find((one) => one.startsWith(beginning));
  if (!line) throw new Error(`docs/operations.md has no command that begins with ${beginning}`);
  return line.replace(/ {2,}#.*$/, "");
}

/** Images, containers and networks in their own folder; its runtime works with every kind of control groups. */
async function ownPodman(): Promise<{ folder: string; environment: NodeJS.ProcessEnv }> {
  const folder = await mkdtemp(join(process.env["TMPDIR"] || tmpdir(), "tunai-podman-"));
  const conf = join(folder, "containers.conf");
  const storage = join(folder, "storage.conf");
  // Within the limits of nested containers, as the commands in the document state them.
  const limits = '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=20000:20000"]\n';
  await writeFile(
    conf,
    `${limits}[engine]\nruntime = "runc"\n[network]\nnetwork_config_dir = "${join(folder, "networks")}"\n`,
  );
  await writeFile(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${join(folder, "storage")}"\nrunroot = "${join(folder, "run")}"\n`,
  );
  const port = await freePort();
  const environment = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: folder,
    CONTAINERS_CONF: conf,
    CONTAINERS_STORAGE_CONF: storage,
    PROXY_PORT: String(port),
    FIGURES_PORT: String(await freePort()),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
  };
  return { folder, environment };
}

/** The fields of all answers that this test reads. */
interface Body {
  captchaKey?: string;
  answer?: string;
  verificationId?: string;
  items?: { code?: string }[];
  data?: { result: { value: [number, string] }[] };
}
interface Heard {
  status: number;
  body: Body;
}
/** A browser's calls through the proxy, with its cookies. */
function visitor(origin: string) {
  const cookies = new Map<string, string>();
  return async (path: string, body?: unknown): Promise<Heard> => {
    const answered = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: origin,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const line of answered.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const text = await answered.text();
    return { status: answered.status, body: text.startsWith("{") ? (JSON.parse(text) as Body) : {} };
  };
}

/** Registers a number with a code by SMS, as the login's screens do. */
async function register(ask: ReturnType<typeof visitor>, mobileNumber: string): Promise<void> {
  const { captchaKey } = (await ask("/api/user/generateCaptcha", {})).body;
  const captcha = (await ask(`/api/sandbox/captcha/${captchaKey}`)).body.answer;
  const wanted = { mobileNumber, purpose: "LOGIN", channel: "SMS", captchaKey, captcha };
  const { verificationId } = (await ask("/api/v2/mobile/sendVerification", wanted)).body;
  const { items = [] } = (await ask(`/api/sandbox/messages?to=${mobileNumber}`)).body;
  const code = items.find((one) => one.code)?.code;
  const entered = await ask("/api/v2/user/union/registerOrLogin", {
    mobileNumber,
    verificationId,
    code,
    agreements: ["TERMS", "PRIVACY"],
  });
  expect(entered.status, JSON.stringify(entered.body)).toBe(200);
}

/** Ten browsers that send one request after another until stopped; returns the number of answers and the failures. */
function load(origin: string): { stop: () => Promise<{ answered: number; failed: string[] }> } {
  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  const one = async (): Promise<void> => {
    const ask = visitor(origin);
    while (!isOver)
      for (const [path, body] of [["/"], ["/api/session"], ["/api/user/generateCaptcha", {}]] as const) {
        const heard = await ask(path, body).catch((error: unknown) => ({ status: 0, body: String(error) }));
        answered++;
        // A visitor without login has no session; a person may request few captchas.
        if (![200, 401, 429].includes(heard.status))
          failed.push(`${path} ${heard.status} ${JSON.stringify(heard.body)}`);
      }
  };
  const all = Promise.all(Array.from({ length: 10 }, one));
  return {
    async stop() {
      isOver = true;
      await all;
      return { answered, failed };
    },
  };
}

/** Reads the rights of a container's first process, and tries to write. */
const inspection = `
const fs = require("node:fs");
const refused = (path) => { try { fs.writeFileSync(path, ""); return "written"; } catch (error) { return error.code; } };
const status = fs.readFileSync("/proc/1/status", "utf8");
console.log(JSON.stringify({
  uid: /Uid:\\t(\\d+)/.exec(status)[1],
  capabilities: [...status.matchAll(/Cap(?:Eff|Bnd|Prm):\\t(\\w+)/g)].map((found) => found[1]),
  writes: ["/x", "/app/x", "/usr/bin/x"].map(refused),
  programs: fs.readdirSync("/usr/bin"),
}));`;

const statusFor = (port: string, path: string, host: string): Promise<number> =>
  new Promise((done, failed) =>
    get({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => done(answer.resume().statusCode ?? 0)).on(
      "error",
      failed,
    ),
  );

type Shell = (command: string) => Promise<string>;
const succeeds = (sh: Shell, command: string): Promise<boolean> =>
  sh(command).then(
    () => true,
    () => false,
  );
const processes = ["tunai_one_1", "tunai_two_1"];

/** Each process lives, has only the rights it needs, and writes only to its volumes. */
async function inspectProcesses(sh: Shell, environment: NodeJS.ProcessEnv): Promise<void> {
  for (const name of processes) {
    await expect.poll(() => succeeds(sh, `podman healthcheck run ${name}`), { timeout: 120_000 }).toBe(true);
    const seen = execFileSync("podman", ["exec", name, "node", "-e", inspection], { env: environment });
    expect(JSON.parse(String(seen))).toEqual({
      uid: "10001",
      capabilities: ["0000000000000000", "0000000000000000", "0000000000000000"],
      writes: ["EROFS", "EROFS", "EROFS"],
      programs: ["node"],
    });
  }
}

/** Processes are replaced one by one, each when the other is ready, without an error for visitors. */
async function replaceUnderLoad(sh: Shell, origin: string): Promise<void> {
  for (const name of processes) {
    const visitors = load(origin);
    await pause(3_000);
    const begun = performance.now();
    await sh((await documented("podman stop")).replace("tunai_one_1", name));
    const seconds = (performance.now() - begun) / 1_000;
    await pause(2_000);
    const { answered, failed } = await visitors.stop();
    console.log(`${name} stopped after ${seconds.toFixed(1)} s; ${answered} requests, ${failed.length} failed`);
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expect(seconds).toBeLessThan(10);
    await sh((await documented("podman start")).replace("tunai_one_1", name));
    const isReady = () => succeeds(sh, `podman exec ${name} node deploy/health.mjs /readyz`);
    await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
    // The proxy checks once a second.
    await pause(3_000);
  }
}

if (isLong)
  it(
    "One command builds the images, one starts them, and a process may be stopped under load",
    { timeout: 1_500_000 },
    async () => {
      const { folder, environment } = await ownPodman();
      const sh: Shell = async (command) =>
        (await run("sh", ["-c", command], { cwd: root, env: environment, maxBuffer: 64_000_000 })).stdout;
      const port = environment["PROXY_PORT"]!;
      const origin = environment["PUBLIC_ORIGIN"]!;
      try {
        await sh(await documented("npm run image"));
        expect(Number(await sh("podman image inspect --format '{{.Size}}' localhost/tunai"))).toBeLessThan(300_000_000);
        const bill = await sh(
          `podman run --rm localhost/tunai -p "require('/app/sbom.cdx.json').components.map((one) => one.purl).join()"`,
        );
        expect(bill).toMatch(/pkg:deb\/debian\/libc6@[^]*/);
        await sh(await documented("podman-compose -p tunai -f deploy/compose.yaml up"));
        const readyz = () => statusFor(port, "/readyz", `localhost:${port}`).catch(() => 0);
        await expect.poll(readyz, { timeout: 180_000, interval: 500 }).toBe(200);
        await inspectProcesses(sh, environment);
        for (const path of ["/healthz", "/readyz"]) expect(await statusFor(port, path, "10.0.0.7:3000")).toBe(200);
        expect(await statusFor(port, "/", "10.0.0.7:3000")).toBe(421);

        const ask = visitor(origin);
        await register(ask, "081312345670");
        expect((await ask("/api/session")).status).toBe(200);
        expect(await sh(await documented("podman run --rm"))).toContain(" 0 findings");
        const query = encodeURIComponent('sum(up{job="tunai"})');
        const figures = `http://localhost:${environment["FIGURES_PORT"]}/api/v1/query?query=${query}`;
        const count = async () => ((await (await fetch(figures)).json()) as Body).data?.result[0]?.value[1];
        await expect.poll(count, { timeout: 60_000, interval: 1_000 }).toBe("2");

        await replaceUnderLoad(sh, origin);
        expect((await ask("/api/session")).status).toBe(200);
      } finally {
        await sh(await documented("podman-compose -p tunai -f deploy/compose.yaml down")).catch(() => {});
        await sh("podman rmi --all --force").catch(() => {});
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
