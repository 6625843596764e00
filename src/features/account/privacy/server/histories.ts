/** State changes of rows in many domains: stored in one common table, each as long as its row. */
import type { Transaction } from "#server/database.server.ts";
import { forgetBorrowersEvents, lifecycles } from "#server/records/lifecycle.ts";
import { recordsHeld } from "#server/records/record.ts";
import { leftOut, type InWords, type PersonalTable, personalDataHeld } from "#server/personal-data/index.ts";
import { say } from "#shared/texts.ts";
import { machineTexts } from "./machine-texts.ts";
import type { Services } from "#server/services.ts";
import { changeRequests } from "#features/account/change-request/server/index.ts";

/** A change request has the name of its kind. */
const machineInWords: InWords = ({ ask }, row, language) => {
  const machine = String(row["machine"]);
  const kinds = ask(changeRequests).flat();
  const kind = kinds.find(({ lifecycle }) => lifecycle.name === machine);
  if (kind) return say(kind.text, language);
  const record = ask(recordsHeld)
    .flat()
    .find(({ life }) => life?.name === machine);
  if (record?.oneTitle) return say(record.oneTitle, language);
  return Object.hasOwn(machineTexts, machine)
    ? say(machineTexts[machine as keyof typeof machineTexts], language)
    : null;
};

export const histories: PersonalTable = {
  table: "lifecycle_event",
  title: { id: "Riwayat permintaan", en: "History of requests", zh: "申请记录" },
  inWords: { machine: machineInWords, number: leftOut },
  shows: ["machine", "subjectId", "number", "fromState", "toState", "cause", "happenedAt"],
  withholds: { STAFF: ["actor", "facts"] },
  keeps: "LOAN",
};

/** Where the books stay, deletes the histories of all rows that do not stay with them; returns how many. */
export async function eraseHistories(
  { ask }: Pick<Services, "ask">,
  trx: Transaction,
  borrowerId: string,
): Promise<number> {
  const staying = new Set(
    ask(personalDataHeld).flatMap(({ tables }) =>
      tables.flatMap(({ table, keeps }) => (keeps === "NOTHING" ? [] : [table])),
    ),
  );
  const machines = ask(lifecycles)
    .flat()
    .flatMap(({ name, table }) => (staying.has(table) ? [name] : []));
  return forgetBorrowersEvents(trx, borrowerId, machines);
}
