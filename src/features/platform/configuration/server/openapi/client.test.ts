/**
 * A client that another tool generates from the published API compiles, and its calls are answered as its types say.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateSource } from "oazapfts";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { root } from "#tests/support/house-sources.ts";

const run = promisify(execFile);
const app = await testApp();

/** Compiled with the client: a native app developer's code, with each mistake that the types must find. */
const usage = `
import * as api from "./client.ts";
export async function use(): Promise<number> {
  const limits = await api.getCreditLimits({}, { headers: { Authorization: "Bearer x" } });
  if (limits.status === 200) return limits.data.remainingRupiah;
  if (limits.status === 429) return limits.data.status.data.retryInSeconds;
  const login = await api.login({ mobileNumber: "081234567890", password: "x" });
  if (login.status === 422 && login.data.status.code === "INPUT_INVALID") return login.data.status.fields?.length ?? 0;
  // @ts-expect-error there is no such field
  await api.login({ phone: "081234567890" });
  // @ts-expect-error the loan's id is a text
  await api.getLoan(3);
  return 0;
}
`;

it("compiles, knows each problem by its code, and reaches the calls", async () => {
  const { body: document } = await app.client().get("/api/openapi.json");
  const folder = await mkdtemp(join(tmpdir(), "tunai-api-client-"));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  // For the client's own runtime.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  const source = await generateSource(join(folder, "openapi.json"));
  await writeFile(join(folder, "client.ts"), source);
  await writeFile(join(folder, "usage.ts"), usage);
  const options = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--allowImportingTsExtensions",
  ];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, ...options, "--ignoreConfig", join(folder, "usage.ts")], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");

  const client = (await import(join(folder, "client.ts"))) as {
    defaults: { fetch?: typeof fetch; baseUrl: string };
    getCreditLimits(): Promise<{ status: number; data: { status: { code: string } } }>;
  };
  client.defaults.baseUrl = "";
  client.defaults.fetch = async (address, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const answer = await app.client().send(init?.method ?? "GET", String(address), init?.body ?? undefined, headers);
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  const refused = await client.getCreditLimits();
  expect([refused.status, refused.data.status.code]).toEqual([401, "NOT_LOGGED_IN"]);
}, 180_000);
