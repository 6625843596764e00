/** Starts the built product. `npm start` builds it first where needed. */
// Before anything of it is loaded: React and its router have another, slower build for development.
process.env["NODE_ENV"] = "production";
const built: string = "./build/server/index.js";

try {
  const { start } = (await import(built)) as typeof import("./src/start.ts");
  const running = await start({ environment: process.env, mode: "production" });
  console.log(`Tunai is ready on ${running.origin} (ctrl-c stops it)`);
  // Masked like every line, and not as the runtime prints it: the message may quote a person's data. // Security rules
  // 21
  const endAfter = (error: unknown): never => {
    running.installation.services.log.error("unhandled error, the process ends", { error });
    process.exit(1);
  };
  process.on("uncaughtException", endAfter).on("unhandledRejection", endAfter);
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void running.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
export {};
