/** Types and lint: `npm run lint`. React Router's route types are made first, because screens are typed by them. */
import { runAll } from "./run-all.ts";

const ok = await runAll([
  { name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"], alone: true },
  { name: "types", command: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."] },
  { name: "lint", command: ["node_modules/oxlint/bin/oxlint", "."] },
]);
process.exit(ok ? 0 : 1);
