/** All SQL of social accounts. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { SocialNetwork } from "../contract.ts";

export interface SocialAccountRow {
  id: string;
  network: SocialNetwork;
  name: string;
  code: string;
  toldAt: Date;
}

const namePlace = (id: string) => ({ table: "social_account", column: "nameSealed", row: id });

/** In the order of entry. */
export async function listSocialAccountRows(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<SocialAccountRow[]> {
  const rows = await reader
    .selectFrom("social_account")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("toldAt")
    .orderBy("network")
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const cipher = await consentCipher(services, reader, row.consentId);
      return {
        id: row.id,
        network: row.network as SocialNetwork,
        name: cipher.open(row.nameSealed, namePlace(row.id)),
        code: row.code,
        toldAt: row.toldAt,
      };
    }),
  );
}

/** Stores a name; a second one for the same network replaces it, with its id and code. */
export async function writeAccount(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  account: Omit<SocialAccountRow, "toldAt"> & { consentId: string },
): Promise<void> {
  const { id, network, name, code, consentId } = account;
  const cipher = await consentCipher(services, trx, consentId);
  const values = {
    id,
    consentId,
    nameSealed: cipher.seal(name, namePlace(id)),
    code,
    toldAt: services.clock.now(),
  };
  await trx
    .insertInto("social_account")
    .values({ borrowerId, network, ...values })
    .onConflict((conflict) => conflict.columns(["borrowerId", "network"]).doUpdateSet(values))
    .execute();
}

/** Whether there are entries; locked until the transaction ends, so that a withdrawal, which removes them, waits. */
export async function lockSocialAccounts(trx: Transaction, borrowerId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom("social_account")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .orderBy("network")
    .forUpdate()
    .execute();
  return rows.length > 0;
}

/** Removes one account, or all; returns the count. */
export async function removeAccounts(trx: Transaction, borrowerId: string, id?: string): Promise<number> {
  let query = trx.deleteFrom("social_account").where("borrowerId", "=", borrowerId);
  if (id !== undefined) query = query.where("id", "=", id);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
