/** `npm start`: builds when the build is missing or not of these sources, then serves in this very process, so that a signal reaches the server. */
import { build } from "./build.ts";

await build({ always: false });
await import("../server.ts");
