/** Numbers and the codes that prove them. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const ofBorrower = (row: Readonly<Record<string, unknown>>): string => String(row["borrower_id"]);

const tables: readonly PersonalTable[] = [
  {
    table: "verification_challenge",
    title: { id: "Kode verifikasi", en: "Verification codes", zh: "验证码" },
    shows: [
      "id",
      "purpose",
      "channel",
      "language",
      "brand_name",
      "host",
      "created_at",
      "expires_at",
      "proven_at",
      "consumed_at",
      "delivery",
      "delivery_at",
      "tries",
    ],
    sealed: { mobile_number_sealed: { holds: "sentTo", byInstallation: true } },
    withholds: {
      FINDER: ["number_index", "device_index", "network_index", "block_index", "session_id"],
      FRAUD: ["lane", "after_captcha", "is_stranger"],
      UPKEEP: ["price_rupiah", "provider_reference", "proof_expires_at"],
    },
    keeps: "NOTHING",
  },
  {
    table: "verified_number_owner",
    title: { id: "Pemilik nomor", en: "Owner of the number", zh: "号码归属" },
    shows: [],
    withholds: { FINDER: ["number_index"] },
    keeps: "NOTHING",
  },
  {
    table: "verified_number",
    title: { id: "Nomor ponsel", en: "Mobile number", zh: "手机号" },
    shows: ["verified_at"],
    sealed: { mobile_number_sealed: { holds: "mobileNumber", row: ofBorrower } },
    withholds: { FINDER: ["number_index"] },
    keeps: "NOTHING",
  },
  {
    table: "verified_number_past",
    title: { id: "Nomor ponsel sebelumnya", en: "Former mobile numbers", zh: "曾用手机号" },
    shows: ["ended_at", "reserved_until"],
    withholds: { FINDER: ["number_index"], UPKEEP: ["contest_event_id"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
