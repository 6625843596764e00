/** Two accounts of one person become one: an appointment of the account that ends does not move, and is cancelled once the merge is final. */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import { defineTexts } from "#shared/texts.ts";
import { endAppointment } from "./appointments.ts";
import { findOpenAppointment } from "./store.ts";

const texts = defineTexts({
  appointment: { id: "Janji pinjaman", en: "Loan appointment", zh: "借款预约" },
  again: {
    id: "Tidak ikut pindah; pesan lagi di akun yang dilanjutkan.",
    en: "Not moved; book again in the remaining account.",
    zh: "不随合并转移，请在保留账户中重新预约。",
  },
});

export const mergedAppointment = defineMergeAsset<null>({
  asset: "APPOINTMENT",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = (await findOpenAppointment(reader, survivorId)) ? 1 : 0;
    const absorbed = (await findOpenAppointment(reader, absorbedId)) ? 1 : 0;
    const line = { code: "APPOINTMENT", text: texts.appointment, unit: "COUNT", survivor, absorbed } as const;
    return [{ ...line, after: survivor, isListed: true, ...(absorbed > 0 ? { note: texts.again } : {}) }] as const;
  },
  // It stays unchanged as long as the merge can be undone.
  move: async () => null,
  back: async () => {},
  async keep(services, trx, { absorbedId }) {
    await endAppointment(services, trx, absorbedId, { actor: "SYSTEM", cause: "MERGED" });
  },
});
