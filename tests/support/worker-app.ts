/** The product without its pages in a process of its own, on the environment's data: what the workers of the fault tests stand on. */
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";
import { createApi, domains, registerWork } from "../../src/api.ts";
import { createApp } from "../../src/app.ts";
import { readBrands } from "#server/process/brand.server.ts";
import { openServices, type Installation } from "#server/open-services.ts";

export interface WorkerApp {
  installation: Installation;
  services: Installation["services"];
  /** One request to the product, under its own name. */
  request(path: string, init: { method: string; headers: Record<string, string>; body?: string }): Promise<Response>;
}

/** Opens the installation; the sandbox's partners call this process back. Its work is not begun yet. */
export async function openWorkerApp(): Promise<WorkerApp> {
  const installation = await openServices(process.env, domains);
  const { services } = installation;
  const api = createApi(services);
  registerWork(services);
  const app = createApp({
    api,
    brands: readBrands(resolve("brands")),
    build: async () => ({ routes: {} }) as unknown as ServerBuild,
    mode: "test",
    cache: null,
    clientFolder: null,
    ready: async () => true,
  });
  const host = new URL(services.config.publicOrigins[0] ?? "http://localhost").host;
  const request: WorkerApp["request"] = async (path, init) =>
    app.request(`http://${host}${path}`, { ...init, headers: { ...init.headers, host }, body: init.body ?? null });
  services.outside.sandbox?.deliverBy(
    async (path, headers, body) => (await request(path, { method: "POST", headers: { ...headers }, body })).status,
  );
  return { installation, services, request };
}
