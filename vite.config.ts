import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { forNobody } from "./scripts/build-state.ts";
import { browsers } from "./src/web/enhance/build.ts";
import ownProcesses from "./src/server/process/own-processes.ts";
import enhance from "./src/web/enhance/vite-plugin.ts";
import rich from "./src/web/rich/vite-plugin.ts";

/** `Features.LightDark` of Lightning CSS: no style uses `light-dark()`, and each page would carry what stands in for it. */
const lightDark = 1 << 20;

export default defineConfig({
  environments: {
    ssr: { build: { rolldownOptions: { input: "./src/start.ts" } } },
    // React Router builds every screen for a browser that goes on by itself. None does here (docs/decisions/036), so scripts/build.ts takes these away.
    client: {
      build: {
        rolldownOptions: {
          output: { entryFileNames: `${forNobody}/[name]-[hash].js`, chunkFileNames: `${forNobody}/[name]-[hash].js` },
        },
      },
    },
  },
  plugins: [reactRouter(), enhance(), rich(), ownProcesses()],
  css: { lightningcss: { exclude: lightDark } },
  // Styles are written down for the browsers that the scripts are built for; on a phone, Safari has properties of its own.
  build: {
    assetsInlineLimit: 0,
    cssTarget: [...browsers, "ios16"],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
