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
      "askedAt",
      "coolingUntil",
      "closedAt",
      "endedAt",
      "retentionEndedAt",
      "balanceChoice",
      "language",
    ],
    withholds: { UPKEEP: ["brandId"], STORAGE: ["certificateKey", "endCertificateKey"] },
    keeps: "TRAIL",
  },
]);
