/**
 * The installation's keys: `npm run keys -- make` for a new installation (needed before the first start in prod),
 * `npm run keys -- rotate` for a new sealing key, `npm run keys -- reseal` to bring older rows under it, beside running
 * servers. All print ids and counts only. Back up SECRETS_DIR apart from the database.
 */
import { parseConfig } from "#server/process/config.server.ts";
import { realClock } from "#server/process/clock.ts";
import { openDatabase } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { makeKeyring, readKeyring, rotateKeyring } from "#server/keys/keyring.ts";
import { resealRows, unchangeable, valuesByKey } from "#server/keys/resealing.ts";
import { builtInSignature } from "#server/outside/signature/built-in.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";

const config = parseConfig(process.env);
const { secretsDir } = config;
const [command] = process.argv.slice(2);

if (command === "make") {
  const { keyring, isMine } = makeKeyring(secretsDir, "operator");
  // The root certificate that signs documents is made here too: in prod a missing one is an error, and is never created
  // on the fly.
  const organization = process.env.SIGNATURE_ORGANIZATION || "Tunai";
  await builtInSignature({
    secretsDirectory: secretsDir,
    organization,
    clock: realClock,
    random: systemRandom(),
    mayMakeRoot: true,
  }).certificateChain();
  console.log(
    isMine
      ? `Made the keys in ${secretsDir}. Back this folder up now.`
      : `${secretsDir} already has keys (${keyring.origin}); nothing was changed.`,
  );
  if (!isMine) process.exitCode = 1;
} else if (command === "rotate") {
  const { keys } = rotateKeyring(secretsDir);
  console.log(
    `${keys.at(-1)?.id} seals within a second, in running processes too; ${keys.length} keys open. Back up ${secretsDir} again, then: npm run keys -- reseal.`,
  );
} else if (command === "reseal") {
  await reseal();
} else {
  console.error("Say what to do: npm run keys -- make, npm run keys -- rotate, or npm run keys -- reseal.");
  process.exitCode = 2;
}

/**
 * Rounds until nothing remains: a process that has not read the new key yet may write under the old one for a second.
 */
async function reseal(): Promise<void> {
  const ids = readKeyring(secretsDir)?.keys.map(({ id }) => id) ?? [];
  const olderIds = ids.slice(0, -1);
  const keys = openKeys({ folder: secretsDir, random: systemRandom(), mayGenerate: false });
  const server = await reachDatabase(config);
  const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: console.error });
  try {
    await pause(2_000);
    let resealed = 0;
    for (let count = -1; count !== 0; resealed += count) count = await resealRows(database, keys, olderIds);
    const older = (await valuesByKey(database)).filter(({ keyId }) => olderIds.includes(keyId));
    console.log(`${resealed} values are sealed anew under ${ids.at(-1)}.`);
    for (const { name, keyId, values } of older)
      console.log(
        `${name}: ${values} under ${keyId}${unchangeable.includes(name) ? ", in rows that never change" : ""}`,
      );
    process.exitCode = older.every(({ name }) => unchangeable.includes(name)) ? 0 : 1;
  } finally {
    await database.destroy();
    await server.stop();
  }
}
