/** Pictures and documents of a borrower in the object store: sealed with the borrower's own key, so that shredding it makes them unreadable everywhere. */
import type { Reader } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { SealContext } from "#server/keys/keys.server.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import type { Services } from "#server/services.ts";
import { orphansSweep } from "#server/media/stored-objects.ts";
import * as v from "valibot";

/** Stores an object for the row that `place` names; returns its random key. Not within a transaction: it waits for the store. */
export async function putObject(
  services: Services,
  borrowerId: string,
  object: StoredObject,
  place: SealContext,
): Promise<string> {
  const sealed = await services.keys.borrowerKeys.sealBytes(services.database, borrowerId, object.bytes, place);
  return services.outside.storage.put({ bytes: sealed, contentType: object.contentType });
}

/** The object of a row; null when the store has none. @throws SealBroken, BorrowerShredded */
export async function getObject(
  services: Services,
  trx: Reader,
  borrowerId: string,
  objectKey: string,
  place: SealContext,
): Promise<StoredObject | null> {
  const stored = await services.outside.storage.get(objectKey);
  if (!stored) return null;
  return {
    contentType: stored.contentType,
    bytes: new Uint8Array(await services.keys.borrowerKeys.openBytes(trx, borrowerId, stored.bytes, place)),
  };
}

/** Written in the transaction that removed the last row which names the object. */
export const removeObject = defineJob("server-remove-object", v.object({ objectKey: v.string() }));

/** Registers the job and the sweep for objects that no row names; once, by the domain of documents. */
export function workObjects(services: Services): void {
  services.jobs.handle(removeObject, ({ objectKey }) => services.outside.storage.remove(objectKey));
  services.sweeps.add(orphansSweep());
}
