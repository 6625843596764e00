/** The closing of an account. Its row stays for the certificate and contains no identity. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "account_closure",
    title: { id: "Penutupan akun", en: "Closing of the account", zh: "账户注销" },
    shows: [
      "id",
      "state",
      "cause",
      "asked_at",
      "cooling_until",
      "closed_at",
      "ended_at",
      "retention_ended_at",
      "balance_choice",
      "language",
    ],
    withholds: { UPKEEP: ["brand_id"], STORAGE: ["certificate_key", "end_certificate_key"] },
    keeps: "TRAIL",
  },
]);
