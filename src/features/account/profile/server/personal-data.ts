/** Registry of the borrower's data about work, home and closest people. */
import { personalDataOf, type InWords, type PersonalTable } from "#server/personal-data/index.ts";
import { areaPath } from "./area/areas.ts";

const ofBorrower = (row: Readonly<Record<string, unknown>>): string => String(row["borrowerId"]);

/** The village with all areas above it, as an address is written. */
const villageOf =
  (part: "home" | "HOME"): InWords =>
  (_services, row) => {
    const code = (row[part] as { villageCode?: string } | null)?.villageCode ?? "";
    const path = areaPath(code)?.map(({ name }) => name);
    return path?.toReversed().join(", ") ?? code;
  };

const tables: readonly PersonalTable[] = [
  {
    table: "profile",
    title: { id: "Profil", en: "Profile", zh: "个人资料" },
    inWords: { "home.villageCode": villageOf("home"), "HOME.villageCode": villageOf("HOME") },
    shows: ["zone", "updatedAt", "completedAt", "incomeByLink"],
    sealed: {
      answersSealed: { holds: ["personal", "home", "work"], row: ofBorrower },
      draftSealed: { holds: ["PERSONAL", "HOME", "WORK"], row: ofBorrower },
    },
    keeps: "NOTHING",
  },
  {
    table: "emergency_contact",
    title: { id: "Kontak darurat", en: "Emergency contacts", zh: "紧急联系人" },
    shows: ["id", "relationship", "consent", "askedAt", "askedCount", "answeredAt", "createdAt"],
    sealed: { personSealed: { holds: ["name", "mobileNumber"] } },
    withholds: { FINDER: ["mobileIndex"], UPKEEP: ["slot", "askAt"] },
    keeps: "NOTHING",
  },
  {
    table: "contact_asking",
    title: {
      id: "Pesan yang dikirim ke kontak darurat",
      en: "Messages sent to emergency contacts",
      zh: "已发给紧急联系人的消息",
    },
    shows: ["askedAt"],
    withholds: { FINDER: ["mobileIndex"], UPKEEP: ["id"] },
    keeps: "NOTHING",
  },
  {
    table: "optional_information",
    title: { id: "Data tambahan", en: "Optional information", zh: "补充信息" },
    shows: ["consentId", "givenAt", "skippedAt"],
    sealed: {
      answersSealed: {
        holds: ["dependants", "housing", "yearsThere", "monthlyExpensesRupiah", "secondIncomeRupiah"],
        row: ofBorrower,
        keyOf: (row) => (row["consentId"] === null ? null : String(row["consentId"])),
      },
    },
    keeps: "NOTHING",
  },
  {
    table: "mothers_name",
    title: { id: "Nama gadis ibu kandung", en: "Mother's maiden name", zh: "母亲婚前姓名" },
    shows: ["givenAt"],
    sealed: { nameSealed: { holds: "name", row: ofBorrower } },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
