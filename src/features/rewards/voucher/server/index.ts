/** Voucher codes: answers to the staff's calls, and functions for campaigns. */
import { answer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { personalDataOf, personalDataHeld } from "#server/personal-data/index.ts";
import { listVoucherStock, loadVoucherCodes, maxCodes } from "../staff-contract.ts";
import { loadCodes, voucherStock } from "./codes.ts";

export {
  hasVoucherCode,
  loadCodes,
  takeVoucherCode,
  voucherCodeOf,
  remainingVoucherCodes,
  voucherStock,
} from "./codes.ts";

const codeForm = /^[A-Za-z0-9-]{4,40}$/;

export const domain: Domain = {
  answers: [
    answer(listVoucherStock, async (_input, { database }) => ({ items: await voucherStock(database) })),
    answer(
      loadVoucherCodes,
      async ({ voucherKey, valueRupiah, codes, count }, { services, trx, principal, refuse }) => {
        const lines = codes
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter((line) => line !== "");
        if (lines.length !== count || count > maxCodes) return refuse("CODES_COUNT", { lines: lines.length });
        const wrong = lines.findIndex((line) => !codeForm.test(line));
        if (wrong >= 0) return refuse("CODES_FORMAT", { line: wrong + 1 });
        const loaded = await loadCodes(services, trx, {
          voucherKey,
          rupiah: valueRupiah,
          codes: lines,
          staffId: principal.staff.staffId,
        });
        principal.trail?.note({ facts: { voucherKey, valueRupiah, loaded } });
        return { loaded, known: lines.length - loaded };
      },
    ),
  ],
  answersTo: [
    personalDataHeld.by(
      personalDataOf([
        {
          table: "voucher_code",
          title: { id: "Kode voucher", en: "Vouchers' codes", zh: "代金券码" },
          shows: ["id", "voucherKey", "rupiah", "awardId", "givenAt"],
          withholds: { FINDER: ["codeIndex"], SECRET: ["codeSealed"], STAFF: ["loadedBy", "loadedAt"] },
          keeps: "NOTHING",
        },
      ]),
    ),
  ],
};
