/** Values of a person that are nowhere else in the house, and how any trace of them is found again. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const serial = String(10_000 + (process.pid % 90_000));
/** Values of a person: each is nowhere else in the house, so any find is a leak. */
export const canary = {
  mobileNumber: `0878${serial}719`,
  fullName: "Zulqornain Kwartadiredja",
  nik: `327301170595${serial.slice(-4)}`,
  birthPlace: "Bojongsoangkidul",
  street: "Gang Pandanwangi Xaverius 771",
  companyName: "PT Gemilangxanadu Perkasa",
  companyAddress: "Jalan Rayaxenia Tembus 992",
  companyPhone: `0229${serial}77`,
  accountNumber: `7193${serial}8`,
  contactName: "Wuryaningsihxa Lestari",
  contactNumber: `0859${serial}362`,
  secondContact: "Prabaswaraxi Hadiningrat",
  secondNumber: `0857${serial}418`,
  secondAccount: `6608${serial}21`,
  password: `Rhs!${serial}quokka`,
  wrongPassword: `Slh!${serial}wallaby`,
  staffNote: "Menelepon soal zakatxylem keluarga",
  staffReason: "Keluarganya Ningxsihwati menelepon",
  staffPhrase: "penunggakxfiktif lama",
  complaintText: "Saya xylofonkecewa karena tagihan",
  complaintEmail: `zulqornain.${serial}@pelapor.example`,
  mailAddress: `zulqomail.${serial}@kotaksurat.example`,
  draftText: "Kwitansixzebra",
  mothersName: "Xantipawati Kusumodilogo",
  ownWords: "Berjualan ketupatxsayur malam",
  lenderName: "Koperasi Xylemmakmur",
  socialName: `zulqo.xgram${serial}`,
  insuranceAccount: `zulqobpjs.${serial}@pekerja.example`,
  insurancePassword: `Bpjs${serial}xkiwi`,
  taxNumber: `91${serial}07719384`,
  taxPassword: `Npwp${serial}xemu`,
  bankUserId: `zulqobank${serial}`,
  bankPassword: `ibank${serial}xrhea`,
  privacyWords: "Mohon hentikan xprosesan iklan",
  closingWords: "Aplikasi xmembingungkan sekali",
  lostNumber: `0856${serial}2294`,
  recoveryNumber: `0853${serial}8815`,
  lostNik: `327302150388${serial.slice(-4)}`,
  mergeNumber: `0852${serial}6647`,
  correctedName: "Zulqornain Xkartadiredja",
  answerText: "Petugasnya xramahsekali waktu itu",
  unlockReason: "Peminjam xmenelepon dan cocok",
  staffPassword: `Kons0l!${serial}okapi`,
  searched: `6281${serial}4477`,
  injected: "palsuxforged",
};
export type Name = keyof typeof canary;

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Each value as it was typed, in capitals, without signs, as base64 and in hexadecimal. */
export function formsOf(text: string): Buffer[] {
  const base64 = [0, 1, 2]
    .map((shift) =>
      Buffer.from("x".repeat(shift) + text)
        .toString("base64")
        .slice(shift === 0 ? 0 : 4, -4),
    )
    .filter((form) => form.length >= 8);
  const digits = /^0\d+$/.test(text) ? [`62${text.slice(1)}`] : [];
  return [
    ...new Set([text, text.toUpperCase(), text.toLowerCase(), Buffer.from(text).toString("hex"), ...digits, ...base64]),
  ].map((form) => Buffer.from(form));
}

export async function findings(where: string, read: () => Promise<Buffer>): Promise<string[]> {
  const bytes = await read().catch(() => Buffer.alloc(0));
  return (Object.keys(canary) as Name[])
    .filter((name) => name !== "injected" && formsOf(canary[name]).some((form) => bytes.includes(form)))
    .map((name) => `${name} in ${where}`);
}

/** Six digits that stand by themselves. */
export const standsAlone = (bytes: Buffer, code: string): boolean =>
  new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`).test(bytes.toString("latin1"));
