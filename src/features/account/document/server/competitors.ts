/** Loans elsewhere: given with a consent, sealed with its key, and deleted with it after 90 days. // Spec account 8, docs/decisions/245 */
import { giveConsent, consentInForce, type ConsentHolder } from "#features/account/privacy/server/index.ts";
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import type { Caller } from "#server/call/caller.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, CommitUnknown, type Reader, type Transaction } from "#server/database.server.ts";
import { cleanPicture, previewPicture } from "#server/media/picture.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import type { Services } from "#server/services.ts";
import {
  addCompetitor,
  deleteCompetitorPhoto,
  getCompetitorPhoto,
  listCompetitors,
  maxCompetitorPhotos,
  maxCompetitors,
  removeCompetitor,
  uploadCompetitorPhoto,
  type Competitors,
} from "../competitor-contract.ts";
import {
  addCompetitorPhoto,
  listPhotos,
  listCompetitorRows,
  lockCompetitors,
  competitorPhotoPlace,
  removeAll,
  removeCompetitorRow,
  removeCompetitorPhotos,
  writeCompetitor,
  type CompetitorRow,
} from "./competitor-store.ts";
import { noteInformation } from "./offers.ts";

/** The loans elsewhere and the ids of their screenshots, for underwriters: limits in whole rupiah. Never a reason to refuse. */
export async function competitorsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ items: CompetitorRow[]; photos: { id: string; uploadedAt: Date }[] }> {
  return {
    items: await listCompetitorRows(services, reader, borrowerId),
    photos: await listPhotos(reader, borrowerId),
  };
}

/** A screenshot for its owner, or for staff whose right the caller has checked; null when the borrower has no such one. */
export async function readCompetitorPhoto(
  services: Services,
  reader: Reader,
  borrowerId: string,
  photoId: string,
): Promise<StoredObject | null> {
  const row = (await listPhotos(reader, borrowerId)).find(({ id }) => id === photoId);
  return row ? getObject(services, reader, row.consentId, row.objectKey, competitorPhotoPlace(row.id)) : null;
}

/** Lenders to choose from: partners' and rivals' marks are the brand's data (product decisions 1). */
const lendersOf = ({ brand }: Caller) => brand.otherLenders?.items ?? [];

async function viewOf(services: Services, borrowerId: string, caller: Caller): Promise<Competitors> {
  const { database } = services;
  const [{ items, photos }, consent] = await Promise.all([
    competitorsOf(services, database, borrowerId),
    consentInForce(services, database, borrowerId, "COMPETITORS"),
  ]);
  return {
    items: items.map(({ toldAt, ...item }) => ({ ...item, toldAt: toldAt.toISOString() })),
    photos: photos.map(({ id, uploadedAt }) => ({ id, uploadedAt: uploadedAt.toISOString() })),
    lenders: lendersOf(caller),
    max: maxCompetitors,
    maxPhotos: maxCompetitorPhotos,
    until: consent?.until?.toISOString() ?? null,
  };
}

/** The consent in force, if it has entries; locked against a withdrawal until the transaction ends. */
async function heldConsent(services: Services, trx: Transaction, borrowerId: string): Promise<string | null> {
  if (!(await lockCompetitors(trx, borrowerId))) return null;
  return (await consentInForce(services, trx, borrowerId, "COMPETITORS"))?.id ?? null;
}

export const competitorAnswers: readonly CallAnswer[] = [
  answer(listCompetitors, (_input, { services, borrowerId, caller }) => viewOf(services, borrowerId, caller)),
  answer(
    addCompetitor,
    async (
      { lenderKey, lenderName, limitRupiah, consent },
      { services, database, borrowerId, language, caller, refuse },
    ) => {
      const chosen = lendersOf(caller).find(({ key }) => key === lenderKey);
      const lender = chosen?.name ?? lenderName;
      if (!lender || (lenderKey && (!chosen || lenderName))) refuse("LENDER_CHOICE");
      await transact(database, async (trx) => {
        const given = { borrowerId, kind: "COMPETITORS", language, device: deviceNameOf(caller.userAgent) } as const;
        const consentId = consent
          ? (await giveConsent(services, trx, given)).id
          : ((await heldConsent(services, trx, borrowerId)) ?? refuse("COMPETITORS_CONSENT"));
        const entry = { lender: lender!, limitRupiah };
        if (!(await writeCompetitor(services, trx, borrowerId, entry, consentId)))
          refuse("COMPETITORS_FULL", { max: maxCompetitors });
        await noteInformation(services, trx, borrowerId, "COMPETITORS");
      });
      return viewOf(services, borrowerId, caller);
    },
  ),
  answer(removeCompetitor, async ({ competitorId }, { services, database, borrowerId, caller }) => {
    await transact(database, (trx) => removeCompetitorRow(trx, borrowerId, competitorId));
    return viewOf(services, borrowerId, caller);
  }),
  answer(uploadCompetitorPhoto, async ({ photo }, { services, database, borrowerId, caller, refuse }) => {
    const consent = await consentInForce(services, database, borrowerId, "COMPETITORS");
    if (!consent) refuse("COMPETITORS_CONSENT");
    const full = { max: maxCompetitorPhotos };
    if ((await listPhotos(database, borrowerId)).length >= maxCompetitorPhotos) refuse("COMPETITOR_PHOTOS_FULL", full);
    const picture = await cleanPicture(new Uint8Array(await photo.arrayBuffer()));
    const id = services.random.uuid();
    const consentId = consent!.id;
    const objectKey = await putObject(services, consentId, picture, competitorPhotoPlace(id));
    const pictureIndex = services.keys.mac("competitor-picture", Buffer.from(picture.bytes).toString("base64"));
    const row = { id, consentId, objectKey, pictureIndex, uploadedAt: services.clock.now() };
    const added = await transact(database, async (trx) =>
      (await heldConsent(services, trx, borrowerId)) === consentId
        ? addCompetitorPhoto(trx, borrowerId, row)
        : "WITHDRAWN",
    ).catch(async (error: unknown) => {
      // After a commit whose answer was lost, the row may refer to the object: it stays.
      if (!(error instanceof CommitUnknown)) await services.outside.storage.remove(objectKey);
      throw error;
    });
    if (added !== "ADDED") await services.outside.storage.remove(objectKey);
    if (added === "WITHDRAWN") refuse("COMPETITORS_CONSENT");
    if (added === "FULL") refuse("COMPETITOR_PHOTOS_FULL", full);
    if (added === "KNOWN") refuse("PHOTO_KNOWN");
    return viewOf(services, borrowerId, caller);
  }),
  answer(getCompetitorPhoto, async ({ photoId, size }, { services, database, borrowerId, refuse }) => {
    const found = (await readCompetitorPhoto(services, database, borrowerId, photoId)) ?? refuse("SCREENSHOT_UNKNOWN");
    const bytes = size === "PREVIEW" ? await previewPicture(found.bytes) : found.bytes;
    return new Binary(bytes, found.contentType, { "Content-Disposition": 'attachment; filename="screenshot.jpg"' });
  }),
  answer(deleteCompetitorPhoto, async ({ photoId }, { services, database, borrowerId, caller }) => {
    await transact(database, (trx) => dropPhotos(services, trx, borrowerId, photoId));
    return viewOf(services, borrowerId, caller);
  }),
];

async function dropPhotos(services: Services, trx: Transaction, borrowerId: string, id?: string): Promise<number> {
  const keys = await removeCompetitorPhotos(trx, borrowerId, id);
  for (const objectKey of keys) await services.jobs.send(trx, removeObject, { objectKey });
  return keys.length;
}

/** Lenders first: an upload under way holds them, and its screenshot is seen after it. */
export const competitorHolder: ConsentHolder = {
  kinds: ["COMPETITORS"],
  async stop(services, trx, { borrowerId }) {
    // The lock comes first: a lender added concurrently is then seen by the next statement.
    await lockCompetitors(trx, borrowerId);
    const count = await removeAll(trx, borrowerId);
    return [{ what: "COMPETITOR_ROWS", count: count + (await dropPhotos(services, trx, borrowerId)) }];
  },
};
