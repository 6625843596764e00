/** Access keys: made, shown, revoked, and recognised. // Spec credit-support 12 */
import * as v from "valibot";
import type { PartnerAccess } from "#server/access-keys.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { partnerScopes } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  listAccessKeys,
  proposeAccessKey,
  proposeKeyRevocation,
  showAccessKey,
  type AccessKeyView,
} from "../staff-contract.ts";
import { texts } from "../texts.ts";
import {
  findKey,
  findKeyByHash,
  insertKey,
  listKeys,
  lockKey,
  noteShown,
  noteAccessKeyUse,
  revokeKey,
  type KeyRow,
} from "./store.ts";

const keyBytes = 32;
const sealedIn = (id: string) => ({ table: "access_key", column: "keySealed", row: id }) as const;
const hashOf = ({ keys }: Pick<Services, "keys">, key: string): string => keys.mac("access-key", key);

/** The partner of a key; records the day of its use. Null for an invalid key. */
export async function partnerOf(services: Services, key: string): Promise<PartnerAccess | null> {
  const { database, clock } = services;
  const row = await findKeyByHash(database, hashOf(services, key));
  if (!row) return null;
  const today = dateInWib(clock.now());
  if (row.lastUsedOn === null || row.lastUsedOn < today) await noteAccessKeyUse(database, row.id, today);
  return { keyId: row.id, brand: row.brand, scopes: row.scopes };
}

const payload = v.object({
  action: v.picklist(["MAKE", "REVOKE"]),
  brand: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(partnerScopes)),
});
type Payload = v.InferOutput<typeof payload>;

/** Whether there is nothing (more) to do. */
const isDone = (row: KeyRow | null, action: Payload["action"]): boolean =>
  action === "MAKE" ? row !== null : row === null || row.revokedAt !== null;

export const accessKeyKind = defineProposal<Payload>({
  kind: "webhook.access_key",
  text: texts.kind,
  payload,
  permissions: { read: "webhook.read", propose: "webhook.propose", check: "webhook.check" },
  subject: ({ payload: { action, name } }, { language }) => `${texts[action][language]}: ${name}`,
  subjectTo: () => "/staff/webhooks/access-keys",
  consequences: ({ payload: { action } }) => ({
    ifConfirmed: texts[`${action}Follows`],
    ifRefused: texts.staysFollows,
  }),
  async show(_services, _reader, { payload: { action, brand, name, scopes } }) {
    return {
      lines: [
        { kind: "TEXT", label: texts.action, text: texts[action] },
        { kind: "TEXT", label: texts.brand, text: brand },
        { kind: "TEXT", label: texts.name, text: name },
        { kind: "TEXT", label: texts.scopes, text: scopes.join(", ") },
      ],
    };
  },
  isStale: async (_services, reader, { subjectId, payload: { action } }) =>
    isDone(await findKey(reader, subjectId), action),
  async carryOut(services, trx, { subjectId: id, makerId, payload: { action, brand, name, scopes } }) {
    const { keys, random, clock } = services;
    if (isDone(await lockKey(trx, id), action)) throw new Refusal("PROPOSAL_STALE");
    if (action === "REVOKE") return revokeKey(trx, id, clock.now());
    const key = `tak_${Buffer.from(random.bytes(keyBytes)).toString("base64url")}`;
    await insertKey(trx, {
      id,
      brand,
      name,
      scopes,
      keyHash: hashOf(services, key),
      keySealed: keys.seal(key, sealedIn(id)),
      madeBy: makerId,
      madeAt: clock.now(),
    });
  },
});

async function viewsOf(reader: Reader, rows: readonly KeyRow[]): Promise<AccessKeyView[]> {
  const open = await openProposalsBySubject(
    reader,
    accessKeyKind.kind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    keyId: row.id,
    brand: row.brand,
    name: row.name,
    scopes: row.scopes,
    state: row.revokedAt ? "REVOKED" : row.shownAt ? "ACTIVE" : "NEW",
    madeAt: row.madeAt.toISOString(),
    shownAt: row.shownAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedOn: row.lastUsedOn,
    proposalId: open.get(row.id) ?? null,
  }));
}

export const keyAnswers: readonly CallAnswer[] = [
  answer(listAccessKeys, async ({ cursor, limit }, { services, database }) => {
    const rows = await listKeys(database, { after: placeInTime(cursor), max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ madeAt, id }) => cursorInTime(madeAt, id));
    return { items: await viewsOf(database, page), nextCursor, brands: services.brands.map(({ id }) => id) };
  }),
  answer(proposeAccessKey, async ({ brand, name, scopes, reason }, { services, trx, principal, refuse }) => {
    if (!services.brands.some(({ id }) => id === brand)) refuse("BRAND_UNKNOWN");
    const keyId = services.random.uuid();
    const proposalId = await propose(services, trx, accessKeyKind, principal.staff, {
      subjectId: keyId,
      payload: { action: "MAKE", brand, name, scopes: [...new Set(scopes)] },
      reason,
    });
    return { proposalId, keyId };
  }),
  answer(proposeKeyRevocation, async ({ keyId, reason }, { services, trx, principal, refuse }) => {
    const row = (await findKey(trx, keyId)) ?? refuse("KEY_UNKNOWN");
    if (row.revokedAt) refuse("KEY_REVOKED");
    const { brand, name, scopes } = row;
    return {
      proposalId: await propose(services, trx, accessKeyKind, principal.staff, {
        subjectId: keyId,
        payload: { action: "REVOKE", brand, name, scopes },
        reason,
      }),
    };
  }),
  answer(showAccessKey, ({ keyId }, { services, refuse }) =>
    transact(services.database, async (trx) => {
      const row = (await lockKey(trx, keyId)) ?? refuse("KEY_UNKNOWN");
      if (row.revokedAt) return refuse("KEY_REVOKED");
      if (row.keySealed === null) return refuse("KEY_SHOWN");
      await noteShown(trx, keyId, services.clock.now());
      return { key: services.keys.open(row.keySealed, sealedIn(keyId)) };
    }),
  ),
];
