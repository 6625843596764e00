import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import enhance from "./src/web/enhance/vite-plugin.ts";

export default defineConfig({
  environments: { ssr: { build: { rolldownOptions: { input: "./src/start.ts" } } } },
  plugins: [reactRouter(), enhance()],
  build: { assetsInlineLimit: 0 },
});
