/** Numbers and the codes that prove them. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const ofBorrower = (row: Readonly<Record<string, unknown>>): string => String(row["borrowerId"]);

const tables: readonly PersonalTable[] = [
  {
    table: "verification_challenge",
    title: { id: "Kode verifikasi", en: "Verification codes", zh: "验证码" },
    shows: [
      "id",
      "purpose",
      "channel",
      "language",
      "brandName",
      "host",
      "createdAt",
      "expiresAt",
      "provenAt",
      "consumedAt",
      "delivery",
      "deliveryAt",
      "tries",
    ],
    sealed: { mobileNumberSealed: { holds: "sentTo", byInstallation: true } },
    withholds: {
      FINDER: ["numberIndex", "deviceIndex", "networkIndex", "blockIndex", "sessionId"],
      FRAUD: ["lane", "afterCaptcha", "isStranger"],
      UPKEEP: ["priceRupiah", "providerReference", "proofExpiresAt"],
    },
    keeps: "NOTHING",
  },
  {
    table: "verified_number_owner",
    title: { id: "Pemilik nomor", en: "Owner of the number", zh: "号码归属" },
    shows: [],
    withholds: { FINDER: ["numberIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "verified_number",
    title: { id: "Nomor ponsel", en: "Mobile number", zh: "手机号" },
    shows: ["verifiedAt"],
    sealed: { mobileNumberSealed: { holds: "mobileNumber", row: ofBorrower } },
    withholds: { FINDER: ["numberIndex"] },
    keeps: "NOTHING",
  },
  {
    table: "verified_number_past",
    title: { id: "Nomor ponsel sebelumnya", en: "Former mobile numbers", zh: "曾用手机号" },
    shows: ["endedAt", "reservedUntil"],
    withholds: { FINDER: ["numberIndex"], UPKEEP: ["contestEventId"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
