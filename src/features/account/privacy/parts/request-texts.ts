/** Texts of the page for requests about personal data. */
import { defineTexts } from "#shared/texts.ts";

export const dataRequestTexts = defineTexts({
  title: { id: "Permintaan soal data pribadi", en: "Requests about personal data", zh: "个人数据申请" },
  description: {
    id: "Hak Anda atas data pribadi dan cara memakainya: salinan, perbaikan, penarikan persetujuan, pembatasan, dan penghapusan.",
    en: "Your rights to your personal data and how to use them: a copy, corrections, withdrawing, restricting and erasing.",
    zh: "您的个人数据权利及行使方式：副本、更正、撤回同意、限制处理和删除。",
  },
  lead: {
    id: "Sebagian besar bisa Anda lakukan sendiri, langsung. Sisanya kami jawab dalam {hours} jam.",
    en: "Most of it you can do yourself, at once. The rest we answer within {hours} hours.",
    zh: "大部分可自行即时完成，其余我们在 {hours} 小时内答复。",
  },
  yourself: { id: "Bisa langsung Anda lakukan", en: "Do it yourself", zh: "自助办理" },
  toExport: { id: "Unduh salinan data", en: "Download a copy", zh: "下载数据副本" },
  toIdentity: {
    id: "Perbaiki identitas terverifikasi",
    en: "Correct your verified identity",
    zh: "更正已核验的身份信息",
  },
  toCorrect: { id: "Perbaiki data", en: "Correct your data", zh: "更正数据" },
  toConsents: { id: "Tarik persetujuan", en: "Withdraw a consent", zh: "撤回同意" },
  toUses: { id: "Lihat pemakaian data", en: "See how it was used", zh: "查看使用记录" },
  toClose: { id: "Hapus akun dan data", en: "Erase account and data", zh: "删除账户和数据" },
  askTitle: { id: "Minta kepada kami", en: "Ask us", zh: "向我们申请" },
  logInFirst: {
    id: "Masuk dulu, supaya kami tahu data siapa yang dimaksud dan tidak membukanya bagi orang lain.",
    en: "Log in first, so that we know whose data it is and open it for no one else.",
    zh: "请先登录，以便确认数据归属，避免向他人披露。",
  },
  logIn: { id: "Masuk", en: "Log in", zh: "登录" },
  noAccount: {
    id: "Tidak punya akun, misalnya Anda kontak darurat seseorang?",
    en: "Do you have no account, for example because you are an emergency contact?",
    zh: "没有账户（例如您是他人的紧急联系人）？",
  },
  toComplaint: { id: "Tulis kepada kami di sini", en: "Write to us here", zh: "请在此联系我们" },
  kind: { id: "Apa yang Anda minta?", en: "What do you request?", zh: "您要申请什么？" },
  text: { id: "Jelaskan", en: "Explain it", zh: "请说明" },
  textHint: {
    id: "Data mana, dan apa yang harus terjadi. Jangan tulis kata sandi atau kode.",
    en: "Which data, and what should happen. Do not write passwords or codes.",
    zh: "哪些数据，希望如何处理。请勿填写密码或验证码。",
  },
  send: { id: "Kirim permintaan", en: "Send the request", zh: "提交申请" },
  sent: {
    id: "Permintaan diterima. Jawabannya kami kirim lewat menu Pesan.",
    en: "We have your request. The answer comes under Messages.",
    zh: "已收到申请，答复将发送到“消息”中。",
  },
  yours: { id: "Permintaan Anda", en: "Your requests", zh: "您的申请" },
  until: { id: "Dijawab paling lambat {when}", en: "Answered by {when}", zh: "最晚答复：{when}" },
  decided: { id: "Dijawab {when}", en: "Answered {when}", zh: "答复时间：{when}" },
  WAITING: { id: "Diproses", en: "In progress", zh: "处理中" },
  GRANTED: { id: "Dikabulkan", en: "Granted", zh: "已同意" },
  REFUSED: { id: "Ditolak", en: "Refused", zh: "已拒绝" },
  complain: {
    id: "Tidak setuju dengan jawabannya? Ajukan pengaduan; Anda juga boleh melapor ke lembaga pelindungan data.",
    en: "Do you disagree with an answer? Complain to us; you may also turn to the data protection authority.",
    zh: "对答复有异议？您可以投诉，也可向数据保护机构反映。",
  },
});
