/** What staff must not overlook of a borrower's data: none of it may go. */
import type { Domain } from "#server/domain.ts";
import { isHeldByLaw } from "./retention-store.ts";

const text = { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" };

export const borrowerFlags: NonNullable<Domain["borrowerFlags"]> = async (_services, reader, borrowerId) =>
  (await isHeldByLaw(reader, borrowerId)) ? [{ key: "LEGAL_HOLD", text, tone: "bad" }] : [];
