/**
 * The operator's way into the console: `npm run staff:invite` prints a link for the first login of an admin, with
 * `-- --email you@company.example --name "Your Name"` for that person, with `--roles finance,auditor` for other roles.
 * It works beside a running server too.
 * An address that has an account gets a new invitation, and its old password, codes and sessions end.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { openSandboxClock, realClock } from "#server/process/clock.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openDatabase } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { email } from "#shared/fields/email.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { inviteByOperator, invitationPath } from "#features/platform/console/server/index.ts";

const { values } = parseArgs({
  options: {
    email: { type: "string", default: "admin@console.example" },
    name: { type: "string", default: "Admin" },
    roles: { type: "string", default: "admin" },
  },
});
const input = v.safeParse(
  v.object({
    email,
    name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(80)),
    roles: v.pipe(v.array(v.picklist(staffRoles)), v.minLength(1)),
  }),
  { email: values.email, name: values.name, roles: values.roles.split(",").map((role) => role.trim()) },
);
if (!input.success) {
  console.error(
    `Say whom to invite: npm run staff:invite -- --email you@company.example --name "Your Name" [--roles ${staffRoles.join(",")}]`,
  );
  process.exit(2);
}

const config = parseConfig(process.env);
const server = await reachDatabase(config);
await migrate({ connection: server.connection, folder: join(import.meta.dirname, "../migrations") });
const database = openDatabase({ connection: server.connection, log: console.error });
const sandboxClock = config.appEnv === "prod" ? null : await openSandboxClock(database, console.error);
try {
  const random = systemRandom();
  const keys = openKeys({ folder: config.secretsDir, random, mayGenerate: config.appEnv !== "prod" });
  // Inviting only writes rows; the other parts of a server (jobs, ports to partners) are not opened for it.
  const services = { config, database, clock: sandboxClock ?? realClock, random, keys } as Services;
  const invited = await inviteByOperator(services, input.output);
  console.log(
    `Invited ${input.output.name} (${input.output.email}) as ${input.output.roles.join(", ")}. The link works once, until ${invited.expiresAt.toISOString()}:\n\n${config.publicOrigins[0]}${invitationPath(services, invited)}\n`,
  );
} finally {
  await sandboxClock?.stop();
  await database.destroy();
  await server.stop();
}
