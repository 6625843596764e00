import { defineTexts } from "#shared/texts.ts";
import { checkDays, maxChecks, reportHours } from "../contract.ts";

/** Texts of the check of loans at other platforms. */
export const platformCheckTexts = defineTexts({
  title: { id: "Cek pinjaman di platform lain", en: "Check loans at other platforms", zh: "查询其他平台借款" },
  detail: {
    id: "Sebelum mengajukan, tanpa memengaruhi skor",
    en: "Before you apply; your score stays",
    zh: "申请前查询，不影响评分",
  },
  lead: {
    id: "Aturan OJK membatasi jumlah platform tempat Anda boleh punya pinjaman: {cap}, termasuk kami. Di sini Anda melihat hasilnya sebelum mengajukan.",
    en: "OJK's rules limit the number of platforms at which you may have loans: {cap}, including this one. Here you see it before you apply.",
    zh: "OJK 规定您可借款的平台数量上限为 {cap} 家（含本平台）。您可在申请前在此查询。",
  },
  whatFor: { id: "Apa yang dibaca", en: "What is read", zh: "查询内容" },
  whatForBody: {
    id: "Pinjaman Anda yang belum lunas di platform lain dan lama keterlambatannya",
    en: "Your open loans at other platforms, and their days past due",
    zh: "您在其他平台的未结借款及逾期天数",
  },
  from: { id: "Dari siapa", en: "From whom", zh: "信息来源" },
  fromBody: {
    id: "Biro kredit yang terdaftar di OJK",
    en: "The credit bureau registered with OJK",
    zh: "在 OJK 注册的征信机构",
  },
  howLong: { id: "Berapa lama", en: "How long", zh: "保存时长" },
  howLongBody: {
    id: `${checkDays} hari; ${reportHours} jam pertama dipakai juga untuk pengajuan Anda`,
    en: `${checkDays} days; for the first ${reportHours} hours it serves your application too`,
    zh: `${checkDays} 天；前 ${reportHours} 小时内也用于您的申请`,
  },
  consent: {
    id: "Saya setuju riwayat kredit saya diperiksa di biro kredit untuk cek ini.",
    en: "I agree that my credit record is checked at the credit bureau for this.",
    zh: "我同意为本次查询在征信机构核查我的信用记录。",
  },
  check: { id: "Cek sekarang", en: "Check now", zh: "立即查询" },
  limits: {
    id: `Sekali sehari, paling banyak ${maxChecks} kali dalam ${checkDays} hari.`,
    en: `Once a day, at most ${maxChecks} times in ${checkDays} days.`,
    zh: `每天一次，${checkDays} 天内最多 ${maxChecks} 次。`,
  },
  nextOn: { id: "Cek berikutnya mulai {date}.", en: "Next check from {date}.", zh: "下次可于 {date} 起查询。" },
  result: { id: "Hasil {at}", en: "Result of {at}", zh: "{at} 的结果" },
  withinTitle: { id: "Anda masih boleh meminjam.", en: "You may still borrow.", zh: "您仍可借款。" },
  within: {
    id: "{count} platform lain dari batas {cap} (termasuk kami). Anda bisa mengajukan mulai hari ini.",
    en: "{count} other platforms of a cap of {cap}, including this one. You can apply from today.",
    zh: "其他平台 {count} 家，上限 {cap} 家（含本平台）。您今天起即可申请。",
  },
  withinNone: {
    id: "Anda tidak punya pinjaman di platform lain. Batasnya {cap}, termasuk kami. Anda bisa mengajukan mulai hari ini.",
    en: "You have no loan at another platform. The cap is {cap}, including this one. You can apply from today.",
    zh: "您在其他平台没有借款。上限 {cap} 家，含本平台。您今天起即可申请。",
  },
  aboveTitle: {
    id: "Batas platform sudah tercapai.",
    en: "The cap of platforms is reached.",
    zh: "已达平台数量上限。",
  },
  above: {
    id: "{count} platform lain; dengan kami menjadi lebih dari {cap}. Pengajuan sekarang akan ditolak, dan setelah itu baru bisa {days} hari kemudian. Lunasi satu dulu; begitu tercatat di biro, Anda bisa mengajukan.",
    en: "{count} other platforms; with this one it is more than {cap}. Applying now would be refused, and after that you would wait {days} days. Pay one off first; once the bureau knows, you can apply.",
    zh: "其他平台 {count} 家，加上本平台将超过 {cap} 家。现在申请会被拒绝，之后需等待 {days} 天。请先还清一家，待征信更新后即可申请。",
  },
  serves: {
    id: "Hasil ini dipakai untuk pengajuan sampai {until}.",
    en: "An application until {until} is judged by this result.",
    zh: "在 {until} 前提交的申请将采用此结果。",
  },
  operators: { id: "Platform dengan pinjaman terbuka", en: "Platforms with open loans", zh: "有未结借款的平台" },
  noOperators: { id: "Tidak ada.", en: "None.", zh: "无。" },
  onTime: { id: "Tidak terlambat", en: "Not overdue", zh: "未逾期" },
  overdue: { id: "Terlambat {days} hari", en: "{days} days past due", zh: "逾期 {days} 天" },
  silentTitle: { id: "Biro kredit belum menjawab.", en: "The credit bureau did not answer.", zh: "征信机构暂未答复。" },
  silent: {
    id: "Anda tetap bisa mengajukan, dan bisa cek lagi nanti. Percobaan ini tidak dihitung.",
    en: "You can apply all the same, and check again later. This try does not count.",
    zh: "您仍可申请，也可稍后再查。本次不计次数。",
  },
  askingTitle: { id: "Sedang dicek.", en: "Being checked.", zh: "查询中。" },
  asking: {
    id: "Buka lagi halaman ini sebentar lagi.",
    en: "Open this page again in a moment.",
    zh: "请稍后重新打开本页。",
  },
  disputeTitle: { id: "Hasilnya keliru?", en: "Is the result wrong?", zh: "结果有误？" },
  dispute: {
    id: "Minta platform yang tercatat memperbarui datanya, atau ajukan keberatan kepada kami; kami teruskan ke biro dan menjawab Anda.",
    en: "Ask the platform that is named to update its data, or object to us: we pass it on to the bureau and answer you.",
    zh: "请联系相关平台更新数据，或向我们提出异议，我们会转交征信机构并答复您。",
  },
  object: { id: "Ajukan keberatan", en: "Object", zh: "提出异议" },
  identity: { id: "Isi identitas dulu", en: "Give your identity first", zh: "请先填写身份信息" },
  identityBody: {
    id: "Biro mengenali Anda lewat NIK dan nama.",
    en: "The bureau knows you by NIK and name.",
    zh: "征信机构通过身份证号和姓名识别您。",
  },
  apply: { id: "Ajukan pinjaman", en: "Apply for a loan", zh: "申请借款" },
});
