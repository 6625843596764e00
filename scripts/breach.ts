/**
 * After a breach of personal data: lists the affected people and notifies them within 3 × 24 hours. `npm run breach --
 * --from 2026-11-20T03:00:00Z --until 2026-11-21T09:00:00Z --opened-by STAFF_ID` lists, by the audit trail, whose data
 * that person opened; `--ids FILE` takes a list of borrowers' ids, one a line. With `--data NAME,NIK --tell` it is
 * noted (found now, or at `--found`), and the running server tells each of them. Works beside a running server.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { affectedByStaff, beginBreach, breachData } from "#features/account/privacy/server/index.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openSandboxClock, realClock } from "#server/process/clock.ts";
import { openDatabase, transact } from "#server/database.server.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";
import { uuid } from "#shared/fields/verification.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    until: { type: "string" },
    found: { type: "string" },
    "opened-by": { type: "string" },
    ids: { type: "string" },
    data: { type: "string", default: "" },
    tell: { type: "boolean", default: false },
  },
});
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const input = v.safeParse(
  v.object({
    from: instant,
    until: instant,
    found: v.optional(instant),
    staffId: v.optional(uuid),
    ids: v.optional(v.string()),
    data: v.pipe(v.array(v.picklist(breachData)), v.minLength(values.tell ? 1 : 0)),
  }),
  {
    from: values.from,
    until: values.until,
    found: values.found,
    staffId: values["opened-by"],
    ids: values.ids,
    data: values.data.split(",").filter(Boolean),
  },
);
if (!input.success || (input.output.staffId === undefined) === (input.output.ids === undefined)) {
  console.error(
    `Say what happened: npm run breach -- --from INSTANT --until INSTANT (--opened-by STAFF_ID | --ids FILE) [--data ${breachData.join(",")} --tell [--found INSTANT]]`,
  );
  process.exit(2);
}

const { from, until, found, staffId, ids, data } = input.output;
const config = parseConfig(process.env);
const server = await reachDatabase(config);
const database = openDatabase({ connection: server.connection, log: console.error });
const sandboxClock = config.appEnv === "prod" ? null : await openSandboxClock(database, console.error);
try {
  const borrowerIds =
    staffId === undefined
      ? v.parse(
          v.array(uuid),
          (await readFile(ids!, "utf8"))
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean),
        )
      : await affectedByStaff(database, { staffId, from, until });
  for (const borrowerId of borrowerIds) console.log(borrowerId);
  if (!values.tell) console.log(`${borrowerIds.length} affected. Nobody is told without --tell.`);
  else {
    const foundAt = found ?? (sandboxClock ?? realClock).now();
    const noted = { foundAt, from, until, data, borrowerIds };
    const id = await transact(database, (trx) => beginBreach({ random: systemRandom() }, trx, noted));
    console.log(`${borrowerIds.length} affected. Noted as ${id}; the server tells them now.`);
  }
} finally {
  await sandboxClock?.stop();
  await database.destroy();
  await server.stop();
}
