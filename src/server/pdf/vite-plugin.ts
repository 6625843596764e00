/** Builds the process that draws documents beside the server, which starts it by this name. */
import type { Plugin } from "vite";

export default function pdfDrawing(): Plugin {
  return {
    name: "tunai:pdf-drawing",
    apply: "build",
    sharedDuringBuild: true,
    buildStart() {
      if (this.environment.name !== "ssr") return;
      this.emitFile({ type: "chunk", id: "src/server/pdf/drawing-main.ts", fileName: "pdf-drawing.js" });
    },
  };
}
