/** The calls about passkeys. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listOwnPasskeys,
  maxPasskeys,
  passkeyLogin,
  removePasskey,
  renamePasskey,
} from "../passkey-contract.ts";
import { listPasskeys, writeName, type Passkey } from "./passkey-store.ts";
import { addKey, arePasskeysOffered, beginAdding, beginLogin, enterByPasskey, removeKey } from "./passkeys.ts";

const passkeyOf = (row: Passkey) => ({
  passkeyId: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isCopied: row.copiedAt !== null,
});

export const passkeyAnswers: readonly CallAnswer[] = [
  answer(beginPasskeyLogin, async (_input, { services, caller }) => ({ options: await beginLogin(services, caller) })),
  answer(passkeyLogin, async ({ credential }, { services, caller }) => ({
    staffId: await enterByPasskey(services, caller, credential),
  })),
  answer(listOwnPasskeys, async (_input, { services, database, caller, principal }) => ({
    isOffered: arePasskeysOffered(services, caller),
    items: (await listPasskeys(database, principal.staff.staffId, maxPasskeys)).map(passkeyOf),
    nextCursor: null,
  })),
  answer(beginPasskey, async ({ code }, { services, caller, principal }) => ({
    options: await beginAdding(services, caller, principal.staff.staffId, code),
  })),
  answer(addPasskey, async (input, { services, caller, principal }) =>
    passkeyOf(await addKey(services, caller, principal.staff, input)),
  ),
  answer(renamePasskey, async ({ passkeyId, name }, { services, principal, refuse }) =>
    passkeyOf(
      (await writeName(services.database, principal.staff.staffId, passkeyId, name)) ?? refuse("PASSKEY_NOT_FOUND"),
    ),
  ),
  answer(removePasskey, async ({ passkeyId }, { services, caller, principal }) => {
    await removeKey(services, caller, principal.staff, passkeyId);
    return { passkeyId };
  }),
];
