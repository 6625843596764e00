/** Warns staff that a borrower still owes an old loan. */
import { loansInView, writtenOffAmong } from "./store.ts";
import type { WarningSource } from "#server/console/questions.ts";

const text = { id: "Utang lama dihapus buku", en: "Old debt written off", zh: "旧债已核销" };

export const borrowerFlags: WarningSource = async (_services, reader, borrowerId) =>
  writtenOffAmong(await loansInView(reader, borrowerId)) ? [{ key: "WRITTEN_OFF", text, tone: "bad" }] : [];
