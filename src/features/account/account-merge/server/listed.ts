/**
 * Data of both accounts other than value: listed on the signed page, the surviving account first and nothing twice, but
 * not moved. An account without value is closed instead of merged. // Spec account 5
 */
import type { Reader } from "#server/database.server.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { countDevices } from "#features/account/login/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import type { Services } from "#server/services.ts";
import { defineTexts, type Text } from "#shared/texts.ts";
import type { listedCodes } from "../contract.ts";
import type { AssetLine, Merging } from "./blocks.ts";

const texts = defineTexts({
  bank: { id: "Rekening bank", en: "Bank accounts", zh: "银行账户" },
  profile: { id: "Data diri dan pekerjaan", en: "Personal and work details", zh: "个人和工作资料" },
  profileNote: {
    id: "Data akun yang dilanjutkan yang berlaku.",
    en: "The details of the remaining account apply.",
    zh: "以保留账户的资料为准。",
  },
  profileAgain: {
    id: "Tidak ikut pindah; isi lagi di akun yang dilanjutkan.",
    en: "Not moved; fill them in again in the remaining account.",
    zh: "不随合并转移，请在保留账户中重新填写。",
  },
  devices: { id: "Perangkat yang dikenal", en: "Known devices", zh: "已知设备" },
});

type Line = Omit<AssetLine, "code"> & { code: (typeof listedCodes)[number] };

export async function listedOf(services: Services, reader: Reader, merging: Merging): Promise<AssetLine[]> {
  const lines: Line[] = [
    await bankAccounts(services, reader, merging),
    await profiles(services, reader, merging),
    await devices(reader, merging),
  ];
  return lines;
}

async function bankAccounts(services: Services, reader: Reader, { survivorId, absorbedId }: Merging): Promise<Line> {
  const own = await bankAccountsOf(services, reader, survivorId);
  const others = await bankAccountsOf(services, reader, absorbedId);
  const keyOf = ({ bankCode, accountNumber }: (typeof own)[number]) => `${bankCode} ${accountNumber}`;
  const known = new Set(own.map(keyOf));
  const additional = others
    .filter((one) => !known.has(keyOf(one)))
    .map(({ bankName, masked }) => `${bankName} ${masked}`);
  const counts = { survivor: own.length, absorbed: others.length, after: own.length };
  const line = { code: "BANK_ACCOUNT", text: texts.bank, unit: "COUNT", ...counts, isListed: true } as const;
  return additional.length === 0 ? line : { ...line, note: toAddAgain(additional.join(", ")) };
}

/** Masked numbers are only in a sealed row and on the person's own page. */
const toAddAgain = (which: string): Text => ({
  id: `Tidak ikut pindah, tambahkan lagi bila masih dipakai: ${which}.`,
  en: `Not moved; add again what you still use: ${which}.`,
  zh: `不随合并转移，仍需使用请重新添加：${which}。`,
});

async function profiles(services: Services, reader: Reader, { survivorId, absorbedId }: Merging): Promise<Line> {
  const survivor = (await profileOf(services, reader, survivorId)) ? 1 : 0;
  const absorbed = (await profileOf(services, reader, absorbedId)) ? 1 : 0;
  const line = { code: "PROFILE", text: texts.profile, unit: "COUNT", survivor, absorbed, after: survivor } as const;
  return {
    ...line,
    isListed: true,
    ...(absorbed > 0 ? { note: survivor > 0 ? texts.profileNote : texts.profileAgain } : {}),
  };
}

async function devices(reader: Reader, { survivorId, absorbedId }: Merging): Promise<Line> {
  const survivor = await countDevices(reader, survivorId);
  const absorbed = await countDevices(reader, absorbedId);
  return { code: "DEVICE", text: texts.devices, unit: "COUNT", survivor, absorbed, after: survivor, isListed: true };
}
