import { defineTexts } from "#shared/texts.ts";

/** Words of the staff's screen. */
export const texts = defineTexts({
  title: { id: "Berkas daftar", en: "Files of lists", zh: "列表文件" },
  lead: {
    id: "Daftar yang lebih dari {count} baris dibuat sebagai berkas di latar belakang. Hanya Anda yang bisa mengunduhnya, selama {hours} jam; setelah itu berkasnya dihapus. Setiap unduhan tercatat dalam jejak audit.",
    en: "A list of more than {count} rows is made as a file in the background. Only you can download it, for {hours} hours; then the file is removed. Each download is recorded in the audit trail.",
    zh: "超过 {count} 行的列表会在后台生成文件。仅您本人可在 {hours} 小时内下载，之后文件会被删除。每次下载都会记入审计记录。",
  },
  asked: {
    id: "Daftar itu panjang, jadi berkasnya dibuat di latar belakang. Muat ulang halaman ini untuk melihat statusnya.",
    en: "The list is long, so its file is made in the background. Reload this page to see its state.",
    zh: "该列表较长，文件正在后台生成。请刷新本页查看状态。",
  },
  empty: {
    id: "Belum ada. Unduh daftar panjang dari halamannya.",
    en: "None yet. Download a long list from its page.",
    zh: "暂无。请在列表页下载较长的列表。",
  },
  list: { id: "Daftar", en: "List", zh: "列表" },
  askedAt: { id: "Diminta", en: "Requested", zh: "申请时间" },
  state: { id: "Status", en: "State", zh: "状态" },
  rows: { id: "Baris", en: "Rows", zh: "行数" },
  size: { id: "Ukuran", en: "Size", zh: "大小" },
  kilobytes: { id: "{count} KB", en: "{count} KB", zh: "{count} KB" },
  until: { id: "Sampai", en: "Until", zh: "有效期至" },
  file: { id: "Berkas", en: "File", zh: "文件" },
  get: { id: "Unduh XLSX", en: "Download XLSX", zh: "下载 XLSX" },
  WAITING: { id: "Sedang dibuat", en: "Being made", zh: "生成中" },
  READY: { id: "Siap diunduh", en: "Ready", zh: "可下载" },
  FAILED: { id: "Gagal dibuat", en: "Not made", zh: "未能生成" },
  EXPIRED: { id: "Sudah dihapus", en: "Removed", zh: "已删除" },
});

/** Why no file was made. */
export const exportCauseTexts = defineTexts({
  FAILED: {
    id: "Ada gangguan dua kali. Minta lagi dari daftarnya.",
    en: "Something went wrong twice. Ask for it again at its list.",
    zh: "两次出现故障。请在列表页重新申请。",
  },
  NOT_ALLOWED: {
    id: "Izin Anda untuk daftar ini sudah tidak ada.",
    en: "You no longer have permission for this list.",
    zh: "您已没有导出此列表的权限。",
  },
  TOO_LONG: {
    id: "Daftarnya lebih panjang daripada yang bisa dibuka lembar kerja. Persempit saringannya.",
    en: "The list is longer than a spreadsheet opens. Narrow the filter.",
    zh: "列表超出表格软件可打开的长度。请缩小筛选范围。",
  },
  LIST_GONE: {
    id: "Daftar ini sudah tidak ada.",
    en: "This list no longer exists.",
    zh: "此列表已不存在。",
  },
});
