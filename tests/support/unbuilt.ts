/** Loaded before `server.ts` (`node --import`): it then starts these sources instead of a build. There are no pages so, but a start goes its whole way. */
import { registerHooks } from "node:module";

const instead: Record<string, string> = {
  "./build/server/index.js": "./src/start.ts",
  "virtual:react-router/server-build": "data:text/javascript,export const routes = {}",
};
registerHooks({ resolve: (specifier, context, next) => next(instead[specifier] ?? specifier, context) });
