/** Development: Vite compiles on demand, the same server answers. */
import { createServer as createVite } from "vite";

const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
const { start } = (await vite.ssrLoadModule("./src/start.ts")) as typeof import("./src/start.ts");
const running = await start({
  environment: process.env,
  mode: "development",
  clientFolder: null,
  before: (request, response, next) => vite.middlewares(request, response, next),
});
console.log(`Tunai (development) is ready on ${running.origin}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(
    signal,
    () =>
      void running
        .stop()
        .then(() => vite.close())
        .then(() => process.exit(0)),
  );
}
