/** Warnings for staff about a number: wrong codes or passwords have locked it. */
import { maxLock } from "./counters.ts";
import { numberIndexOf, numberOf } from "./numbers.ts";
import type { WarningSource } from "#server/console/questions.ts";

const text = { id: "Terkunci", en: "Locked", zh: "已锁定" };

export const borrowerFlags: WarningSource = async (services, reader, borrowerId) => {
  const mobileNumber = await numberOf(services, reader, borrowerId);
  const until = mobileNumber && (await maxLock(reader, numberIndexOf(services, mobileNumber), services.clock.now()));
  return until ? [{ key: "LOCKED", text, tone: "attention" }] : [];
};
