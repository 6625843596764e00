/** Registry of a borrower's complaints: their texts, and how long they are kept after deletion. */
import { sql } from "kysely";
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { personalDataOf, wordFromTexts, type PersonalData, type PersonalTable } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { photosOf } from "./photo-store.ts";
import { emailPlace, complaintPhotoPlace, textPlace } from "./sealed.ts";
import { complaintsOfBorrower, lockComplaint, messagesOf, type ComplaintRow } from "./store.ts";
import { forgetComplaint } from "./sweeps.ts";
import { complaintReasonLabels } from "../texts.ts";

const ofComplaint = { table: "complaint", column: "complaintId" };

/** States and dates stay for the statistics; words, address and photos go. */
const tables: readonly PersonalTable[] = [
  {
    table: "complaint_photo",
    title: { id: "Foto pengaduan", en: "Photos of complaints", zh: "投诉照片" },
    through: ofComplaint,
    shows: ["id", "slot", "uploadedAt", "widthPixels", "heightPixels"],
    objects: { objectKey: { holds: "photo" } },
    withholds: { FINDER: ["pictureIndex"] },
    keeps: "TRAIL",
  },
  {
    table: "complaint_message",
    title: { id: "Percakapan pengaduan", en: "Messages of complaints", zh: "投诉往来" },
    through: ofComplaint,
    where: sql`kind <> 'NOTE'`,
    shows: ["id", "kind", "writtenAt"],
    sealed: { textSealed: { holds: "text" } },
    withholds: { STAFF: ["staffId"] },
    keeps: "TRAIL",
  },
  {
    table: "complaint_mail",
    title: { id: "Email pengaduan", en: "Mails about complaints", zh: "投诉邮件" },
    through: ofComplaint,
    shows: ["id", "kind", "status", "writtenAt", "endedAt"],
    keeps: "TRAIL",
  },
  {
    table: "complaint_event",
    title: { id: "Riwayat pengaduan", en: "History of complaints", zh: "投诉记录" },
    through: ofComplaint,
    shows: ["id", "fromState", "toState", "cause", "actor", "dueOn", "happenedAt"],
    withholds: { STAFF: ["staffId"] },
    keeps: "TRAIL",
  },
  {
    table: "complaint",
    inWords: { reason: wordFromTexts("reason", complaintReasonLabels) },
    title: { id: "Pengaduan", en: "Complaints", zh: "投诉" },
    shows: [
      "id",
      "number",
      "reason",
      "state",
      "language",
      "brandName",
      "loanId",
      "receivedAt",
      "dueOn",
      "extendedAt",
      "overdueAt",
      "firstAnsweredAt",
      "answeredInTime",
      "refusals",
      "escalatedAt",
      "closedAt",
      "closeCause",
      "forgottenAt",
    ],
    sealed: { emailSealed: { holds: "email" } },
    withholds: {
      FINDER: ["emailIndex", "ownerId", "brandId"],
      STAFF: ["assigneeId"],
      UPKEEP: ["remindOn", "remindedAt", "warnOn", "warnedAt", "closesOn", "outsideWayAt"],
    },
    keeps: "TRAIL",
  },
];

/** No borrower has more; complaints are read page by page. */
const atOnce = 50;

async function everyComplaint(reader: Reader, borrowerId: string): Promise<ComplaintRow[]> {
  const all: ComplaintRow[] = [];
  for (let after: string | undefined; ;) {
    const page = await complaintsOfBorrower(reader, borrowerId, after, atOnce);
    all.push(...page);
    after = page.at(-1)?.id;
    if (page.length < atOnce) return all;
  }
}

/**
 * An open complaint is handled to its end, even when its account is gone: it gets a key of its own, as a visitor's has,
 * and is deleted like one. // Spec account 6
 */
async function retain(services: Services, borrowerId: string): Promise<void> {
  for (const complaint of await everyComplaint(services.database, borrowerId))
    if (complaint.state !== "CLOSED") await setApart(services, borrowerId, complaint.id);
}

async function setApart(services: Services, borrowerId: string, id: string): Promise<void> {
  const { database, keys, jobs } = services;
  const moved = new Map<string, string>();
  for (const photo of await photosOf(database, id)) {
    const object = await getObject(services, database, borrowerId, photo.objectKey, complaintPhotoPlace(photo.id));
    if (object) moved.set(photo.id, await putObject(services, id, object, complaintPhotoPlace(photo.id)));
  }
  await transact(database, async (trx) => {
    const complaint = await lockComplaint(trx, id);
    if (complaint?.ownerId !== borrowerId) return;
    const [ownCipher, own] = [await keys.borrowerKeys.cipher(trx, borrowerId), await keys.borrowerKeys.cipher(trx, id)];
    for (const { id: row, textSealed } of await messagesOf(trx, id)) {
      const sealed = own.seal(ownCipher.open(textSealed, textPlace(row)), textPlace(row));
      await trx.updateTable("complaint_message").set({ textSealed: sealed }).where("id", "=", row).execute();
    }
    for (const photo of await photosOf(trx, id)) {
      const key = moved.get(photo.id);
      if (key === undefined) continue;
      await trx
        .updateTable("complaint_photo")
        .set({ objectKey: key })
        .where("complaintId", "=", id)
        .where("id", "=", photo.id)
        .execute();
      await jobs.send(trx, removeObject, { objectKey: photo.objectKey });
    }
    const emailSealed = own.seal(ownCipher.open(complaint.emailSealed, emailPlace(id)), emailPlace(id));
    await trx
      .updateTable("complaint")
      .set({ emailSealed, ownerId: id, borrowerId: null })
      .where("id", "=", id)
      .execute();
  });
}

/** Closed ones: address and photos are deleted, the words become unreadable with the key, and the row no longer links to a person. */
async function erase(services: Services, trx: Transaction, borrowerId: string): Promise<number> {
  const [complaint] = await complaintsOfBorrower(trx, borrowerId, undefined, 1);
  if (!complaint) return 0;
  if (!complaint.forgottenAt) await forgetComplaint(services, trx, complaint);
  await trx
    .updateTable("complaint")
    .set({ borrowerId: null, ownerId: complaint.id })
    .where("id", "=", complaint.id)
    .execute();
  return 1;
}

export const personalData: PersonalData = { ...personalDataOf(tables), retain, erase };
