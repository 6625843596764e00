/** Which pictures an app was asked for. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "capture_ticket",
    title: { id: "Foto yang diambil aplikasi", en: "Photos taken by the app", zh: "应用拍摄的照片" },
    shows: ["kind", "documentKind", "isAgreed", "createdAt", "expiresAt", "usedAt"],
    withholds: { SECRET: ["ticketHash"], UPKEEP: ["id"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
