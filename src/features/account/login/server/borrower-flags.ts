/** Warnings for staff about an account: its owner has frozen it. */
import { blockCause } from "./freezing.ts";
import type { WarningSource } from "#server/console/questions.ts";

const text = { id: "Dibekukan pemilik", en: "Frozen by its owner", zh: "本人已冻结" };

export const borrowerFlags: WarningSource = async (_services, reader, borrowerId) =>
  (await blockCause(reader, borrowerId)) === null ? [] : [{ key: "FROZEN_BY_OWNER", text, tone: "bad" }];
