/** What staff must not overlook of an account: its owner has frozen it. */
import type { Domain } from "#server/domain.ts";
import { blockCause } from "./freezing.ts";

const text = { id: "Dibekukan pemilik", en: "Frozen by its owner", zh: "本人已冻结" };

export const borrowerFlags: NonNullable<Domain["borrowerFlags"]> = async (_services, reader, borrowerId) =>
  (await blockCause(reader, borrowerId)) === null ? [] : [{ key: "FROZEN_BY_OWNER", text, tone: "bad" }];
