import { defineTexts } from "#shared/texts.ts";

export const hoursTexts = defineTexts({
  title: { id: "Dihubungi di jam lain", en: "Contact at other hours", zh: "其他时段联系" },
  lead: {
    id: "Sibuk pada jam biasa? Anda boleh memilih jam tambahan, juga pada hari libur nasional. Batas pesan dan telepon tetap sama. Tidak wajib.",
    en: "Busy at the usual hours? You may choose further ones, on public holidays too. The limits on messages and calls stay the same. This is optional.",
    zh: "通常时段没空？您可选择额外时段，法定节假日亦适用。消息和电话的次数上限不变。此项自愿。",
  },
  choose: { id: "Jam tambahan", en: "Further hours", zh: "额外时段" },
  consent: {
    id: "Saya setuju dihubungi soal tagihan juga pada jam ini selama {days} hari.",
    en: "I agree to contacts about the bill at these hours too, for {days} days.",
    zh: "我同意在 {days} 天内也可于此时段就账单与我联系。",
  },
  agree: { id: "Setuju", en: "Agree", zh: "同意" },
  inForce: { id: "Jam yang Anda setujui", en: "Hours that you agreed to", zh: "您同意的时段" },
  agreedByBorrower: { id: "Jam lain yang disetujui", en: "Other hours agreed to", zh: "已同意的其他时段" },
  until: { id: "Berlaku sampai", en: "In force until", zh: "有效期至" },
  withdraw: { id: "Tarik persetujuan", en: "Withdraw the consent", zh: "撤回同意" },
  saved: {
    id: "Persetujuan Anda dicatat. Anda bisa menariknya kapan saja di sini.",
    en: "Your consent is noted. You may withdraw it here at any time.",
    zh: "您的同意已记录，可随时在此撤回。",
  },
  withdrawn: {
    id: "Persetujuan ditarik. Sekarang hanya jam biasa yang berlaku.",
    en: "The consent is withdrawn. Only the usual hours apply now.",
    zh: "同意已撤回，现在仅适用通常时段。",
  },
});
