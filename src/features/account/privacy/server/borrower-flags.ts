/** What staff must not overlook of a borrower's data: none of it may go. */
import { isHeldByLaw } from "./retention-store.ts";
import type { WarningSource } from "#server/console/questions.ts";

const text = { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" };

export const borrowerFlags: WarningSource = async (_services, reader, borrowerId) =>
  (await isHeldByLaw(reader, borrowerId)) ? [{ key: "LEGAL_HOLD", text, tone: "bad" }] : [];
