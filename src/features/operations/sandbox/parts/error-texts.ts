import { defineTexts } from "#shared/texts.ts";

export const errorTexts = defineTexts({
  title: { id: "Uji galat", en: "Test errors", zh: "测试错误" },
  lead: {
    id: "Halaman ini gagal dengan sengaja, {seconds} detik setelah dimuat. Setiap jenis harus muncul di log, laporan galat, dan jejak.",
    en: "This page fails on purpose, {seconds} seconds after its load. Each kind must show in the log, the error report and the trace.",
    zh: "本页会在加载 {seconds} 秒后故意出错。每一种都应出现在日志、错误报告和跟踪中。",
  },
  choose: { id: "Pilih jenis", en: "Choose a kind", zh: "选择类型" },
  script: { id: "Galat di skrip", en: "Error in a script", zh: "脚本错误" },
  promise: { id: "Janji yang ditolak", en: "Rejected promise", zh: "被拒绝的 Promise" },
  call: { id: "Panggilan yang gagal", en: "Failed call", zh: "失败的调用" },
  render: { id: "Gambar ulang yang gagal", en: "Failed rendering", zh: "渲染失败" },
  server: { id: "Galat di server", en: "Error in the server", zh: "服务器错误" },
  waits: { id: "Menunggu: {kind}", en: "Waits: {kind}", zh: "等待中：{kind}" },
});
