/** Builds the helper processes that the server starts: they are found by these names. */
import type { Plugin } from "vite";

const entries = {
  "pdf-drawing.js": "src/server/pdf/drawing-main.ts",
  "card-letters.js": "src/server/outside/id-card/letters-main.ts",
};

export default function ownProcesses(): Plugin {
  return {
    name: "tunai:own-processes",
    apply: "build",
    sharedDuringBuild: true,
    buildStart() {
      if (this.environment.name !== "ssr") return;
      for (const [fileName, id] of Object.entries(entries)) this.emitFile({ type: "chunk", id, fileName });
    },
  };
}
