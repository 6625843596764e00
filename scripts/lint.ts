/** Types, lint and format: `npm run lint`; `npm run format` writes the format. React Router's route types are made first, because screens are typed by them. */
import { runAll } from "./run-all.ts";

const ok = await runAll([
  { name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"], alone: true },
  { name: "types", command: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."] },
  { name: "lint", command: ["node_modules/oxlint/bin/oxlint", "."] },
  { name: "format", command: ["node_modules/oxfmt/bin/oxfmt", "--check", "."] },
]);
process.exit(ok ? 0 : 1);
