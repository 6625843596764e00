/** Charts about partners, jobs and sweeps, in addition to those of the business. */
import { chartPart as part, type ChartKind } from "./chart-contract.ts";
import type { Text } from "#shared/texts.ts";

const partners: readonly { port: string; title: Text }[] = [
  { port: "bank", title: { id: "Bank: pencairan", en: "Bank: payouts", zh: "银行：放款" } },
  { port: "collection", title: { id: "Pembayaran masuk", en: "Collection of payments", zh: "收款" } },
  {
    port: "messaging",
    title: { id: "SMS, telepon, WhatsApp", en: "SMS, calls, WhatsApp", zh: "短信、语音、WhatsApp" },
  },
  { port: "mail", title: { id: "Email", en: "E-mail", zh: "电子邮件" } },
  { port: "push", title: { id: "Notifikasi browser", en: "Push to browsers", zh: "浏览器推送" } },
  { port: "faceCheck", title: { id: "Pemeriksaan wajah", en: "Face check", zh: "人脸核验" } },
  { port: "idCard", title: { id: "Pembaca KTP", en: "ID card reader", zh: "身份证识别" } },
  { port: "bureau", title: { id: "Biro kredit", en: "Credit bureau", zh: "征信机构" } },
  { port: "lookup", title: { id: "Pencarian akun", en: "Account look-ups", zh: "账户查询" } },
  { port: "linking", title: { id: "Akun terhubung", en: "Linked accounts", zh: "账户关联" } },
  { port: "signature", title: { id: "Tanda tangan digital", en: "Digital signature", zh: "电子签名" } },
  { port: "storage", title: { id: "Penyimpanan berkas", en: "File storage", zh: "文件存储" } },
  { port: "events", title: { id: "Pengiriman peristiwa", en: "Event delivery", zh: "事件推送" } },
];

const partnerChart = ({ port, title }: (typeof partners)[number]): ChartKind => ({
  key: `partner-${port.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  group: "OPERATION",
  shape: "STACKED",
  unit: "COUNT",
  title,
  definition: {
    id: "Panggilan ke mitra pada hari itu (WIB): dijawab sesuai kontrak, juga bila menolak; gagal, tanpa jawaban; tidak pasti, mungkin sudah dijalankan. Waktu jawab adalah median, dibulatkan ke atas paling banyak seperempat.",
    en: "Calls to the partner on the day (WIB): answered by its contract, a refusal included; failed, with no answer; uncertain, it may have acted. The answer time is the median, rounded up by a quarter at most.",
    zh: "当日（WIB）对合作方的调用：按约定应答（含拒绝）；失败，无应答；不确定，可能已执行。应答时间为中位数，最多向上取整四分之一。",
  },
  parts: [
    part("partner.calls_count", `${port}:ANSWERED`, "Dijawab", "Answered", "已应答"),
    part("partner.calls_count", `${port}:UNKNOWN`, "Tidak pasti", "Uncertain", "不确定"),
    { ...part("partner.calls_count", `${port}:FAILED`, "Gagal", "Failed", "失败"), tone: 4 },
    {
      ...part("partner.median_milliseconds", port, "Median waktu jawab", "Median answer time", "应答时间中位数"),
      unit: "MILLISECONDS",
    },
  ],
});

export const healthCharts: readonly ChartKind[] = [
  {
    key: "jobs",
    group: "OPERATION",
    shape: "LINES",
    unit: "COUNT",
    title: { id: "Tugas latar", en: "Jobs", zh: "后台任务" },
    definition: {
      id: "Percobaan tugas per hari (WIB) menurut akhirnya, serta tugas yang menunggu dan usia tugas tertua yang sudah waktunya, saat terakhir dihitung pada hari itu.",
      en: "Tries of jobs by the day (WIB) and how they ended; jobs that wait and how long the oldest is due, when last counted on the day.",
      zh: "按日（WIB）统计的任务执行结果，以及当日最后一次统计时等待中的任务数和最久到期时长。",
    },
    parts: [
      part("job.waiting_count", "", "Menunggu", "Waiting", "等待中"),
      part("job.tries_count", "AGAIN", "Gagal, dicoba lagi", "Failed, tried again", "失败，将重试"),
      { ...part("job.tries_count", "FAILED", "Gagal seterusnya", "Failed for good", "最终失败"), tone: 4 },
      { ...part("job.tries_count", "DONE", "Selesai", "Done", "完成"), unit: "COUNT" },
      {
        ...part("job.oldest_due_seconds", "", "Tertua sudah waktunya", "Oldest is due for", "最久到期"),
        unit: "SECONDS",
      },
    ],
  },
  {
    key: "sweeps",
    group: "OPERATION",
    shape: "LINES",
    unit: "COUNT",
    title: { id: "Pekerjaan berkala", en: "Sweeps", zh: "定时处理" },
    definition: {
      id: "Baris yang waktunya tiba dan dikerjakan per hari (WIB), yang gagal, dan putaran yang terhenti; kabar antarbagian yang masih menunggu dan usia yang tertua, saat terakhir dihitung pada hari itu.",
      en: "By day (WIB): scheduled rows done and failed, and sweeps that stopped early; at the day's last count, events that waited for a subscriber and how long the oldest had been due.",
      zh: "按日（WIB）统计到期并处理的条目、失败的条目、中断的轮次；以及当日最后一次统计时等待处理的事件数和最久到期时长。",
    },
    parts: [
      part("event.waiting_count", "", "Kabar menunggu", "Events waiting", "等待的事件"),
      part("sweep.rows_count", "FAILED", "Baris gagal", "Rows failed", "失败条目"),
      { ...part("sweep.rows_count", "ROUND_FAILED", "Putaran terhenti", "Sweeps stopped early", "中断轮次"), tone: 4 },
      { ...part("sweep.rows_count", "DONE", "Dikerjakan", "Done", "已处理"), unit: "COUNT" },
      {
        ...part("event.oldest_due_seconds", "", "Tertua sudah waktunya", "Oldest is due for", "最久到期"),
        unit: "SECONDS",
      },
    ],
  },
  {
    key: "visits",
    group: "OPERATION",
    shape: "LINES",
    unit: "COUNT",
    title: { id: "Kunjungan", en: "Visits", zh: "访问情况" },
    definition: {
      id: "Halaman yang dibuka, ketukan, dan galat yang dilaporkan browser dan aplikasi pada hari itu (WIB), dan kecepatan tampil: tiga perempat halaman menampilkan bagian terbesarnya dalam waktu itu. Rinciannya ada di Kunjungan.",
      en: "Pages opened, clicks and errors that browsers and apps reported on the day (WIB), and their speed: three quarters of the pages showed their largest part within that time. Visits has the details.",
      zh: "当日（WIB）浏览器与应用上报的页面浏览、点击与错误，以及显示速度：四分之三的页面在该时间内显示其最大部分。详情见“访问情况”。",
    },
    parts: [
      part("visit.events_count", "VIEW", "Halaman dibuka", "Pages opened", "页面浏览"),
      part("visit.events_count", "CLICK", "Ketukan", "Clicks", "点击"),
      { ...part("visit.events_count", "ERROR", "Galat", "Errors", "错误"), tone: 4 },
      { ...part("visit.lcp_milliseconds", "", "LCP p75", "LCP, p75", "LCP p75"), unit: "MILLISECONDS" },
    ],
  },
  {
    key: "sweeps-waiting",
    group: "OPERATION",
    shape: "STANDING",
    unit: "COUNT",
    title: { id: "Pekerjaan berkala yang menunggu", en: "Work that waits for a sweep", zh: "等待定时处理的工作" },
    definition: {
      id: "Untuk setiap pekerjaan berkala: baris yang waktunya sudah tiba dan belum dikerjakan saat terakhir dihitung, serta sudah berapa lama yang tertua. Dihitung sampai 1.000.",
      en: "For each sweep: rows that are due and not done when last counted, and for how long the oldest is due. Counted to 1,000.",
      zh: "每项定时处理：最近一次统计时已到期但尚未处理的条目数，以及最早一条已到期多久。最多统计 1,000 条。",
    },
    parts: [],
    waiting: {
      of: "SWEEPS",
      metric: "sweep.waiting_count",
      beside: {
        metric: "sweep.oldest_due_seconds",
        label: { id: "Tertua sudah waktunya", en: "Oldest is due for", zh: "最久到期" },
        unit: "SECONDS",
      },
    },
  },
  {
    key: "work-by-age",
    group: "OPERATION",
    shape: "STANDING",
    unit: "COUNT",
    title: { id: "Pekerjaan petugas menurut umur", en: "Work of staff by age", zh: "员工待办及等待时长" },
    definition: {
      id: "Untuk setiap daftar pekerjaan petugas: berapa yang menunggu saat terakhir dihitung, serta sudah berapa lama yang tertua menunggu.",
      en: "For each list of work of staff: how much waits when last counted, and for how long the oldest has waited.",
      zh: "每个员工待办列表：最近一次统计时等待处理的数量，以及最早一项已等待多久。",
    },
    parts: [],
    waiting: {
      of: "WORK_LISTS",
      metric: "work.waiting_count",
      beside: {
        metric: "work.oldest_seconds",
        label: { id: "Tertua menunggu", en: "Oldest has waited", zh: "最久等待" },
        unit: "SECONDS",
      },
    },
  },
  ...partners.map(partnerChart),
];
