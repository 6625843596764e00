/**
 * `npm start`: builds if the build is missing or outdated, then serves in this same process, so that a signal reaches
 * the server.
 */
import { build } from "./build.ts";

await build({ always: false });
await import("../server.ts");
