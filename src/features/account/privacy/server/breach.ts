/**
 * A breach of personal data: an operator names the affected people (`npm run breach`), and a sweep of the server
 * notifies each of them, once, within 3 × 24 hours. // Spec account 11; law 27/2022 art. 46
 */
import { sql } from "kysely";
import { borrowersOpenedBy } from "#features/platform/audit/server/index.ts";
import { defineNotice, notify } from "#features/platform/notice/server/index.ts";
import { transact, type Database, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import { breachDataTexts } from "./breach-words.ts";
import {
  endBreach,
  insertBreach,
  insertBreachPerson,
  noteBreachAlarm,
  notePersonNotified,
  openBreaches,
  personsToNotify,
  type BreachRow,
} from "./breach-store.ts";

/** The data that may have been exposed; a closed list, so that each has its words. */
export const breachData = [
  "NAME",
  "NIK",
  "MOBILE",
  "EMAIL",
  "ADDRESS",
  "PHOTOS",
  "WORK",
  "BANK",
  "LOANS",
  "CONTACTS",
  "DOCUMENTS",
] as const satisfies readonly (keyof typeof breachDataTexts)[];
export type BreachData = (typeof breachData)[number];

/** A deadline by law. // Law 27/2022 art. 46 */
const promisedMilliseconds = 72 * 3_600_000;
const atOnce = 200;

export interface BreachInput {
  foundAt: Date;
  from: Date;
  until: Date;
  data: readonly BreachData[];
  borrowerIds: readonly string[];
}

/** Borrowers whose data a staff member opened in that time, by the audit trail. */
export const affectedByStaff = (
  reader: Database,
  input: { staffId: string; from: Date; until: Date },
): Promise<string[]> => borrowersOpenedBy(reader, input.staffId, input.from, input.until);

/** Records a breach; the sweep notifies the affected people. Returns its id. */
export async function beginBreach(
  { random }: Pick<Services, "random">,
  trx: Transaction,
  { foundAt, from, until, data, borrowerIds }: BreachInput,
): Promise<string> {
  const id = random.uuid();
  await insertBreach(trx, {
    id,
    foundAt,
    dueAt: new Date(foundAt.getTime() + promisedMilliseconds),
    happenedFrom: from,
    happenedUntil: until,
    data: [...data],
  });
  for (const borrowerId of new Set(borrowerIds)) await insertBreachPerson(trx, borrowerId, id);
  return id;
}

type Values = { dataId: string; dataEn: string; dataZh: string; fromOn: BusinessDate; untilOn: BusinessDate };
export const breachNotice = defineNotice<Values>({
  kind: "privacy.breach",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: "/privacy-request" }),
  example: {
    dataId: "nama, NIK, nomor ponsel, alamat",
    dataEn: "name, NIK, mobile number, address",
    dataZh: "姓名、NIK、手机号、地址",
    fromOn: "2026-12-28",
    untilOn: "2026-12-30",
  },
  texts: {
    title: { id: "Data Anda mungkin bocor", en: "Your data may have been exposed", zh: "您的数据可能已泄露" },
    body: {
      id: "Antara {fromOn} dan {untilOn} data Anda mungkin dibaca pihak yang tidak berhak: {dataId}. Celahnya sudah kami tutup dan kami laporkan. Jangan berikan kode atau kata sandi kepada siapa pun; ganti kata sandi Anda dan periksa perangkat yang masuk. Pertanyaan dan permintaan soal data Anda dijawab lewat halaman permintaan data.",
      en: "Between {fromOn} and {untilOn} an unauthorised party may have read your data: {dataEn}. We have closed the gap and reported it. Never share a code or password; change your password and check the devices that are logged in. Questions and requests about your data are answered on the page for data requests.",
      zh: "{fromOn} 至 {untilOn} 期间，您的以下数据可能被无权者查看：{dataZh}。我们已修补漏洞并上报。请勿向任何人提供验证码或密码，请更改密码并检查已登录设备。有关数据的问题和申请可通过数据申请页面提交。",
    },
    sms: {
      id: "{brand}: data Anda mungkin bocor. Apa yang terjadi: {link}",
      en: "{brand}: your data may have been exposed. Details: {link}",
      zh: "{brand}：您的数据可能泄露 {link}",
    },
    mail: {
      subject: {
        id: "{brand}: data Anda mungkin bocor",
        en: "{brand}: your data may have been exposed",
        zh: "{brand}：您的数据可能已泄露",
      },
      body: {
        id: "Antara {fromOn} dan {untilOn} data Anda di {brand} mungkin dibaca pihak yang tidak berhak: {dataId}.\n\nCelahnya sudah kami tutup dan kami laporkan.\n\nJangan berikan kode atau kata sandi kepada siapa pun; ganti kata sandi Anda dan periksa perangkat yang masuk.\n\nPertanyaan dan permintaan soal data Anda: {link}",
        en: "Between {fromOn} and {untilOn} an unauthorised party may have read your data at {brand}: {dataEn}.\n\nWe have closed the gap and reported it.\n\nNever share a code or password; change your password and check the devices that are logged in.\n\nQuestions and requests about your data: {link}",
        zh: "{fromOn} 至 {untilOn} 期间，您在 {brand} 的以下数据可能被无权者查看：{dataZh}。\n\n我们已修补漏洞并上报。\n\n请勿向任何人提供验证码或密码，请更改密码并检查已登录设备。\n\n有关数据的问题和申请：{link}",
      },
    },
  },
});

export const breachSweep: Sweep = {
  name: "privacy-breach",
  everySeconds: 60,
  waits: {
    text: { id: "Pemberitahuan kebocoran data", en: "Notices of a data breach", zh: "数据泄露通知" },
    rows: [{ table: "data_breach", at: "dueAt", where: sql<boolean>`told_at is null` }],
  },
  // Due at once, not only at the deadline.
  finds: [{ table: "data_breach", at: "foundAt", where: sql<boolean>`told_at is null` }],
  async run(services) {
    const { database, clock, log } = services;
    let changed = 0;
    for (const breach of await openBreaches(database)) {
      const untold = await personsToNotify(database, breach.id, atOnce);
      changed += await eachDue(untold, (borrowerId) => tell(services, breach, borrowerId), {
        log,
        failure: "somebody whose data was open was not told",
        idOf: (borrowerId) => borrowerId,
      });
      if (untold.length === 0 && (await endBreach(database, breach.id, clock.now()))) changed++;
      else if (breach.dueAt <= clock.now() && (await noteBreachAlarm(database, breach.id, clock.now())))
        log.error("not everybody whose data was open was told in time", { rowId: breach.id });
    }
    return changed;
  },
};

const tell = (services: Services, breach: BreachRow, borrowerId: string): Promise<boolean> =>
  transact(services.database, async (trx) => {
    if (!(await notePersonNotified(trx, borrowerId, breach.id, services.clock.now()))) return false;
    const [dataId, dataEn, dataZh] = languages.map((language) =>
      breach.data.map((code) => breachDataTexts[code as BreachData][language]).join(language === "zh" ? "、" : ", "),
    );
    const values = {
      dataId: dataId!,
      dataEn: dataEn!,
      dataZh: dataZh!,
      fromOn: dateInWib(breach.happenedFrom),
      untilOn: dateInWib(breach.happenedUntil),
    };
    await notify(services, trx, breachNotice, { id: `breach_${breach.id}_${borrowerId}`, borrowerId, values });
    return true;
  });
