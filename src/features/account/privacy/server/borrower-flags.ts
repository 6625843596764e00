/** Warnings for staff about a borrower's data: a legal hold, so it must not be deleted. */
import { isHeldByLaw } from "./retention-store.ts";
import type { WarningSource } from "#server/console/questions.ts";

const text = { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" };

export const borrowerFlags: WarningSource = async (_services, reader, borrowerId) =>
  (await isHeldByLaw(reader, borrowerId)) ? [{ key: "LEGAL_HOLD", text, tone: "bad" }] : [];
