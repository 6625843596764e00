/** Devices of an account, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { countDevices } from "./store.ts";

const text = { id: "Perangkat yang dikenal", en: "Known devices", zh: "已知设备" };

export const figures: BorrowerFigureSource = async (_services, reader, borrowerId) => [
  { group: "ACCOUNT", key: "DEVICES", text, count: await countDevices(reader, borrowerId) },
];
