/** Messages about an appointment: its day has come, and it lapsed. Outside the app a message names no amount. */
import { isClosing } from "#features/account/cancellation/server/index.ts";
import { defineNotice, withLink, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { defineTexts } from "#shared/texts.ts";
import { comparedWithToday } from "./comparing.ts";
import { findOpenAppointment } from "./store.ts";

const page = "/webview/by-appointment";

const words = defineTexts({
  todayTitle: { id: "Hari janji pinjaman Anda", en: "The day of your loan appointment", zh: "您的借款预约日" },
  today: {
    id: "Hari ini Anda berencana meminjam {amountRupiah}. Belum ada pinjaman yang dibuat. Lihat harga hari ini, lalu ajukan paling lambat {confirmOn}, atau biarkan saja.",
    en: "Today is the day for which you booked a loan of {amountRupiah}. No loan has been made. See today's price and apply by {confirmOn}, or do nothing.",
    zh: "今天是您预约借款 {amountRupiah} 的日子，尚未放款。请查看今日价格，在 {confirmOn} 前申请；不需要则无需操作。",
  },
  blocked: {
    id: "Hari ini Anda berencana meminjam {amountRupiah}, tetapi pengajuan belum bisa diterima. Halaman janji menyebutkan alasannya; janji ini berlaku sampai {confirmOn}.",
    en: "Today is the day for which you booked a loan of {amountRupiah}, but no application can be taken now. The appointment page says why; the appointment is valid until {confirmOn}.",
    zh: "今天是您预约借款 {amountRupiah} 的日子，但目前无法申请。原因见预约页面，预约保留至 {confirmOn}。",
  },
  todayOutside: {
    id: "Hari ini hari janji Anda di aplikasi. Belum ada yang dikirim; Anda yang memutuskan.",
    en: "Today is the day of your appointment in the app. Nothing has been sent; the decision is yours.",
    zh: "今天是您在应用中的预约日。尚未办理，由您决定。",
  },
  see: { id: "Lihat:", en: "See it:", zh: "查看：" },
  todaySms: {
    id: "Hari ini hari janji Anda di aplikasi. Lihat: {link}",
    en: "Today is the day of your appointment in the app. See it: {link}",
    zh: "今天是您在应用中的预约日：{link}",
  },
  lapsedTitle: { id: "Janji pinjaman berakhir", en: "Your appointment has lapsed", zh: "借款预约已失效" },
  lapsed: {
    id: "Janji pinjaman {amountRupiah} untuk {bookedOn} berakhir tanpa pengajuan. Tidak ada pinjaman dan tidak ada biaya.",
    en: "The appointment for a loan of {amountRupiah} on {bookedOn} ended without an application. There is no loan and no charge.",
    zh: "您预约于 {bookedOn} 借款 {amountRupiah}，因未申请已失效。未放款，也不收费。",
  },
});

const outside = { whatsapp: withLink(words.todayOutside, words.see), sms: words.todaySms };

type Today = { appointmentId: string; amountRupiah: number; confirmOn: string };
export const appointmentDayNotice = defineNotice<Today>({
  kind: "appointment.today",
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: { title: words.todayTitle, body: words.today, ...outside },
  variants: { blocked: { title: words.todayTitle, body: words.blocked, ...outside } },
  link: () => ({ path: page }),
  // Confirmed, cancelled or lapsed before it was sent, or the account is being closed: nothing is left to decide.
  async prepare(services, { borrowerId, values }) {
    const { database } = services;
    const row = borrowerId && (await findOpenAppointment(database, borrowerId));
    if (!row || row.id !== values.appointmentId || (await isClosing(database, row.borrowerId))) return null;
    const { differences } = await comparedWithToday(services, database, row);
    const isBlocked = differences.some((change) => obstacles.has(change));
    return { values, ...(isBlocked ? { variant: "blocked" } : {}) };
  },
  example: { appointmentId: "", amountRupiah: 20_000_000, confirmOn: "2026-12-31" },
});

/** Differences under which no application is taken at all. */
const obstacles: ReadonlySet<string> = new Set(["LIMIT_FROZEN", "LOAN_OPEN", "TOO_EARLY"]);

export const appointmentLapsedNotice = defineNotice<{ amountRupiah: number; bookedOn: string }>({
  kind: "appointment.lapsed",
  topic: "LOAN",
  channels: ["INBOX"],
  texts: { title: words.lapsedTitle, body: words.lapsed },
  link: () => ({ path: page }),
  example: { amountRupiah: 20_000_000, bookedOn: "2026-12-31" },
});

export const notices = [appointmentDayNotice, appointmentLapsedNotice] as unknown as readonly NoticeDefinition<never>[];
