/**
 * The installation's keys: `npm run keys -- make` for a new installation (needed before the first start in prod),
 * `npm run keys -- rotate` for a new sealing key. Both print ids only. Back up SECRETS_DIR apart from the database.
 */
import { parseConfig } from "#server/config.server.ts";
import { realClock } from "#server/clock.ts";
import { makeKeyring, rotateKeyring } from "#server/keys/keyring.ts";
import { builtInSignature } from "#server/outside/signature/built-in.ts";
import { systemRandom } from "#server/random.ts";

const { secretsDir } = parseConfig(process.env);
const [command] = process.argv.slice(2);

if (command === "make") {
  const { keyring, isMine } = makeKeyring(secretsDir, "operator");
  // The root that signs documents is made with them: in prod a missing one is a fault, never made by the way.
  const organization = process.env.SIGNATURE_ORGANIZATION || "Tunai";
  await builtInSignature({ secretsDirectory: secretsDir, organization, clock: realClock, random: systemRandom(), mayMakeRoot: true }).certificateChain();
  console.log(isMine ? `Made the keys in ${secretsDir}. Back this folder up now.` : `${secretsDir} already has keys (${keyring.origin}); nothing was changed.`);
  if (!isMine) process.exitCode = 1;
} else if (command === "rotate") {
  const { keys } = rotateKeyring(secretsDir);
  console.log(`${keys.at(-1)?.id} seals from the next start of each process on; ${keys.length} keys open. Back up ${secretsDir} again.`);
} else {
  console.error("Say what to do: npm run keys -- make, or npm run keys -- rotate.");
  process.exitCode = 2;
}
