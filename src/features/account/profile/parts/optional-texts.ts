import { defineTexts } from "#shared/texts.ts";
import { optionalPauseDays } from "../optional-contract.ts";

/** Texts of optional information. */
export const optionalTexts = defineTexts({
  title: { id: "Data tambahan", en: "Optional information", zh: "补充信息" },
  lead: {
    id: "Semua boleh dikosongkan. Isi yang Anda mau saja.",
    en: "You may leave anything empty. Fill in only what you like.",
    zh: "均可不填，只填您愿意提供的即可。",
  },
  mayHelp: {
    id: "Data ini mungkin membantu kami memutuskan.",
    en: "It may help us decide.",
    zh: "这可能有助于我们作出决定。",
  },
  uplift: {
    id: "Pengajuan dengan data ini {percent}% lebih sering disetujui (sumber: {source}).",
    en: "Applications with it are accepted {percent}% more often (source: {source}).",
    zh: "提供后申请获批的比例高 {percent}%（来源：{source}）。",
  },
  again: { id: "Dilewati. Kami tanyakan lagi mulai", en: "Skipped. We ask again from", zh: "已跳过，再次询问时间：" },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  removed: { id: "Data tambahan sudah dihapus.", en: "The optional information was removed.", zh: "补充信息已删除。" },
  dependants: { id: "Jumlah tanggungan", en: "Dependants", zh: "受抚养人数" },
  dependantsHint: {
    id: "Orang yang hidup dari penghasilan Anda; 0 jika tidak ada",
    en: "People who live on your income; 0 if there are none",
    zh: "依靠您收入生活的人数；没有请填 0",
  },
  housing: { id: "Tempat tinggal", en: "Your home", zh: "住房" },
  OWN: { id: "Milik sendiri", en: "Own", zh: "自有" },
  FAMILY: { id: "Milik keluarga", en: "My family's", zh: "家人所有" },
  RENTED: { id: "Kontrak / sewa", en: "Rented", zh: "整租" },
  ROOM: { id: "Kos", en: "A rented room", zh: "租单间" },
  EMPLOYER: { id: "Rumah dinas / mes", en: "From the employer", zh: "单位住房" },
  OTHER: { id: "Lainnya", en: "Other", zh: "其他" },
  yearsThere: { id: "Lama tinggal di sana (tahun)", en: "Living there for (years)", zh: "居住时长（年）" },
  yearsThereHint: { id: "0 jika belum setahun", en: "0 if less than a year", zh: "不足一年填 0" },
  years: { id: "{years} tahun", en: "Years: {years}", zh: "{years} 年" },
  monthlyExpensesRupiah: { id: "Pengeluaran per bulan", en: "Expenses a month", zh: "每月支出" },
  monthlyExpensesHint: { id: "Tanpa cicilan", en: "Without instalments", zh: "不含分期还款" },
  secondIncomeRupiah: { id: "Penghasilan kedua per bulan", en: "Second income a month", zh: "每月第二收入" },
  secondIncomeHint: {
    id: "Usaha sampingan, pasangan, sewa; 0 jika tidak ada",
    en: "A side business, your spouse, rent; 0 if none",
    zh: "副业、配偶、租金等；没有请填 0",
  },
  whatFor: { id: "Untuk apa", en: "What for", zh: "用途" },
  whatForBody: {
    id: "Dibaca petugas yang menilai pengajuan Anda. Tidak mengisi bukan alasan penolakan.",
    en: "Read by the people who assess your application. Leaving it out is no reason to refuse.",
    zh: "供审核您申请的工作人员查看。不填写不会成为拒绝理由。",
  },
  receivers: { id: "Siapa yang menerima", en: "Who receives it", zh: "接收方" },
  receiversBody: { id: "Hanya kami", en: "Only us", zh: "仅我们" },
  howLong: { id: "Sampai kapan", en: "Until when", zh: "期限" },
  howLongBody: {
    id: "Sampai Anda menghapusnya atau akun ditutup",
    en: "Until you remove it or the account is closed",
    zh: "直至您删除或注销账户",
  },
  consent: {
    id: "Saya setuju data yang saya isi di sini dipakai untuk tujuan di atas.",
    en: "I agree that what I fill in here is used for that.",
    zh: "我同意将此处填写的信息用于上述用途。",
  },
  save: { id: "Simpan", en: "Save", zh: "保存" },
  skip: { id: "Lewati", en: "Skip", zh: "跳过" },
  skipHint: {
    id: `Jika dilewati, kami tanyakan lagi setelah ${optionalPauseDays} hari.`,
    en: `If you skip it, we ask again after ${optionalPauseDays} days.`,
    zh: `跳过后，我们将在 ${optionalPauseDays} 天后再次询问。`,
  },
  remove: { id: "Hapus data ini", en: "Remove it", zh: "删除此信息" },
  removeAsk: { id: "Hapus data tambahan?", en: "Remove the optional information?", zh: "删除补充信息？" },
  removeBody: {
    id: "Persetujuannya ikut ditarik, dan isinya tidak bisa dibaca lagi.",
    en: "Its consent is withdrawn as well, and it can be read no more.",
    zh: "同意将一并撤回，内容将无法再读取。",
  },
  removeDo: { id: "Ya, hapus", en: "Yes, remove", zh: "是的，删除" },
  keep: { id: "Tidak jadi", en: "Keep it", zh: "保留" },
});
