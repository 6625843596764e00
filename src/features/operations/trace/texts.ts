import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Jejak permintaan", en: "Traces", zh: "请求追踪" },
  lead: {
    id: "Langkah satu permintaan selama {days} hari: panggilan, tugas, mitra, dan laporan browser. Tanpa data pribadi.",
    en: "The steps of one request for {days} days: calls, jobs, partners and reports of browsers. No personal data.",
    zh: "单个请求在 {days} 天内的步骤：调用、任务、合作方与浏览器报告。不含个人资料。",
  },
  code: { id: "Kode dukungan", en: "Support code", zh: "支持代码" },
  codeHint: {
    id: "32 angka dan huruf, seperti di halaman gangguan.",
    en: "32 digits and letters, as an error page shows it.",
    zh: "32 位数字和字母，见错误页面。",
  },
  show: { id: "Tampilkan", en: "Show", zh: "显示" },
  cause: { id: "Penyebab", en: "Cause", zh: "原因" },
  noCause: { id: "Tidak ada langkah yang gagal.", en: "No step failed.", zh: "没有失败的步骤。" },
  steps: { id: "Langkah", en: "Steps", zh: "步骤" },
  when: { id: "Waktu", en: "Time", zh: "时间" },
  kind: { id: "Jenis", en: "Kind", zh: "类型" },
  subject: { id: "Langkah", en: "Step", zh: "步骤" },
  outcome: { id: "Hasil", en: "Outcome", zh: "结果" },
  duration: { id: "Milidetik", en: "Milliseconds", zh: "毫秒" },
  ok: { id: "Berhasil", en: "Done", zh: "成功" },
  failed: { id: "Gagal", en: "Failed", zh: "失败" },
  attempt: { id: "percobaan {count}", en: "attempt {count}", zh: "第 {count} 次" },
  REQUEST: { id: "Permintaan", en: "Request", zh: "请求" },
  CALL: { id: "Panggilan", en: "Call", zh: "调用" },
  JOB: { id: "Tugas", en: "Job", zh: "任务" },
  SWEEP: { id: "Putaran", en: "Sweep", zh: "巡检" },
  PARTNER: { id: "Mitra", en: "Partner", zh: "合作方" },
  BROWSER: { id: "Browser", en: "Browser", zh: "浏览器" },
});
