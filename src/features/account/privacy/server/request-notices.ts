/** Notices to the borrower about a request on their data: received, late, decided. */
import { dataRequestHours } from "../request-contract.ts";
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";

const channels = ["INBOX", "WHATSAPP", "SMS", "MAIL"] as const;
const link = () => ({ path: "/privacy-request" }) as const;
type Numbered = { number: string };
const example = { number: "RV-7F3K9Q2M" };

export const requestReceived = defineNotice<Numbered>({
  kind: "privacy.request_received",
  topic: "ACCOUNT",
  channels,
  link,
  example,
  texts: {
    title: { id: "Permintaan data diterima", en: "Data request received", zh: "已收到数据申请" },
    body: {
      id: `Permintaan {number} soal data pribadi Anda kami terima. Kami menjawab dalam ${dataRequestHours} jam.`,
      en: `We have your request {number} about your personal data. We answer within ${dataRequestHours} hours.`,
      zh: `已收到您关于个人数据的申请 {number}，${dataRequestHours} 小时内答复。`,
    },
    sms: {
      id: `{brand}: permintaan data Anda kami terima. Jawabannya dalam ${dataRequestHours} jam: {link}`,
      en: `{brand}: we have your data request. The answer comes within ${dataRequestHours} hours: {link}`,
      zh: "{brand}：已收到数据申请 {link}",
    },
    mail: {
      subject: { id: "Permintaan data {number}", en: "Data request {number}", zh: "数据申请 {number}" },
      body: {
        id: `Permintaan {number} soal data pribadi Anda di {brand} kami terima. Jawabannya datang dalam ${dataRequestHours} jam: {link}`,
        en: `We have your request {number} about your personal data at {brand}. The answer comes within ${dataRequestHours} hours: {link}`,
        zh: `{brand} 已收到您关于个人数据的申请 {number}，${dataRequestHours} 小时内答复：{link}`,
      },
    },
  },
});

export const requestLate = defineNotice<Numbered>({
  kind: "privacy.request_late",
  topic: "ACCOUNT",
  channels,
  link,
  example,
  texts: {
    title: { id: "Jawaban terlambat", en: "The answer is late", zh: "答复延迟" },
    body: {
      id: "Jawaban atas permintaan {number} seharusnya sudah ada. Maaf; permintaan Anda kami dahulukan sekarang.",
      en: "The answer to your request {number} should have come by now. We are sorry; it comes first now.",
      zh: "申请 {number} 应已答复，非常抱歉，我们将优先处理。",
    },
    sms: {
      id: "{brand}: jawaban permintaan data Anda terlambat, kami dahulukan: {link}",
      en: "{brand}: the answer to your data request is late; it comes first now: {link}",
      zh: "{brand}：申请答复延迟，优先处理 {link}",
    },
    mail: {
      subject: { id: "Jawaban {number} terlambat", en: "The answer to {number} is late", zh: "{number} 答复延迟" },
      body: {
        id: "Jawaban atas permintaan {number} seharusnya sudah ada. Maaf; permintaan Anda kami dahulukan sekarang: {link}",
        en: "The answer to your request {number} should have come by now. We are sorry; it comes first now: {link}",
        zh: "申请 {number} 应已答复，非常抱歉，我们将优先处理：{link}",
      },
    },
  },
});

export const requestDecided = defineNotice<Numbered>({
  kind: "privacy.request_decided",
  topic: "ACCOUNT",
  channels,
  link,
  example,
  texts: {
    title: { id: "Permintaan data dijawab", en: "Data request answered", zh: "数据申请已答复" },
    body: {
      id: "Permintaan {number} soal data pribadi Anda sudah dijawab. Buka halamannya untuk membaca hasil dan alasannya.",
      en: "Your request {number} about your personal data is answered. Its page shows the decision and the reason.",
      zh: "您关于个人数据的申请 {number} 已答复，请打开页面查看结果及理由。",
    },
    sms: {
      id: "{brand}: permintaan data Anda sudah dijawab: {link}",
      en: "{brand}: your data request is answered: {link}",
      zh: "{brand}：数据申请已答复 {link}",
    },
    mail: {
      subject: {
        id: "Permintaan data {number} dijawab",
        en: "Data request {number} answered",
        zh: "数据申请 {number} 已答复",
      },
      body: {
        id: "Permintaan {number} soal data pribadi Anda di {brand} sudah dijawab. Hasil dan alasannya: {link}",
        en: "Your request {number} about your personal data at {brand} is answered. The decision and the reason: {link}",
        zh: "您在 {brand} 的数据申请 {number} 已答复，结果及理由：{link}",
      },
    },
  },
});

export const requestNotices = [
  requestReceived,
  requestLate,
  requestDecided,
] as unknown as readonly NoticeDefinition<never>[];
