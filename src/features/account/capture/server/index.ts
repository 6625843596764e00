/** Pictures that an app takes for a page. */
import { createHash } from "node:crypto";
import { uploadPhoto } from "#features/account/document/server/index.ts";
import { compareFace, keepCardPhoto } from "#features/account/identity/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { openCapture, ticketMinutes, uploadCapture } from "../contract.ts";
import { personalData } from "./personal-data.ts";
import { addTicket, deleteOldTickets, useTicket } from "./store.ts";

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest();
const keptMilliseconds = 86_400_000;

const answers: readonly CallAnswer[] = [
  answer(openCapture, async ({ kind, documentKind, agreed }, { services, database, borrowerId, refuse }) => {
    if (kind === "DOCUMENT" && documentKind === undefined) refuse("DOCUMENT_KIND_NEEDED");
    const now = services.clock.now();
    const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000);
    const ticket = services.random.bytes(32).toString("base64url");
    const row = {
      id: services.random.uuid(),
      kind,
      documentKind: kind === "DOCUMENT" ? documentKind! : null,
      isAgreed: kind === "FACE" && agreed,
    };
    await addTicket(database, borrowerId, row, { hash: hashOf(ticket), now, expiresAt });
    return { ticket, expiresAt: expiresAt.toISOString() };
  }),
  answer(uploadCapture, async ({ ticket, photo }, { services, database, borrowerId, language, caller, refuse }) => {
    // Used up before anything is stored: a refused picture needs another ticket, and nothing is stored twice.
    const used =
      (await useTicket(database, borrowerId, hashOf(ticket), services.clock.now())) ?? refuse("TICKET_UNUSABLE");
    if (used.kind === "CARD_PHOTO") await keepCardPhoto(services, { borrowerId, language }, photo);
    else if (used.kind === "DOCUMENT") await uploadPhoto(services, borrowerId, used.documentKind!, photo);
    else
      await compareFace(
        services,
        borrowerId,
        { photo, isAgreed: used.isAgreed },
        { language, device: deviceNameOf(caller.userAgent) },
      );
    return { documentId: used.id };
  }),
];

function work({ sweeps, database, clock }: Services): void {
  sweeps.add({
    name: "capture-forget",
    everySeconds: 300,
    finds: [{ table: "capture_ticket", at: "createdAt", afterSeconds: keptMilliseconds / 1000 }],
    run: () => transact(database, (trx) => deleteOldTickets(trx, new Date(clock.now().getTime() - keptMilliseconds))),
  });
}

export const domain: Domain = { answers, work, answersTo: [personalDataHeld.by(personalData)] };
