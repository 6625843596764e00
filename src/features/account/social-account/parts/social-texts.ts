import { consentRuleOf } from "#features/account/privacy/contract.ts";
import { defineTexts } from "#shared/texts.ts";

const days = consentRuleOf("SOCIAL").days ?? 0;

/** Texts of social accounts. */
export const socialTexts = defineTexts({
  title: { id: "Akun media sosial", en: "Social accounts", zh: "社交账号" },
  detail: { id: "Nama akun publik Anda", en: "Your public names", zh: "您的公开账号名" },
  lead: {
    id: "Boleh diisi, boleh juga tidak. Yang dibaca hanya nama akun dan profil publiknya, oleh petugas yang memeriksa pengajuan Anda.",
    en: "This is optional. Only the name and its public profile are read, by the staff who review your application.",
    zh: "可以提供，也可以不提供。仅由审核您申请的工作人员查看账号名及公开资料。",
  },
  never: {
    id: "Tidak pernah dinilai dengan angka, tidak dipakai untuk menagih, dan teman Anda tidak dilihat. Jangan tulis kata sandi.",
    en: "It is never scored, never used to collect, and your friends are not looked at. Type no password.",
    zh: "绝不评分，不用于催收，也不查看您的好友。请勿填写密码。",
  },
  told: { id: "Akun yang Anda berikan", en: "Accounts that you gave", zh: "已提供的账号" },
  code: { id: "Kode: {code}", en: "Code: {code}", zh: "验证码：{code}" },
  codeHint: {
    id: "Opsional: tulis kode ini di profil publik Anda agar jelas akun itu milik Anda.",
    en: "If you like: show this code in your public profile, so that it is clear whose it is.",
    zh: "可选：在公开资料中写上此代码，以证明账号归您所有。",
  },
  remove: { id: "Hapus", en: "Remove", zh: "删除" },
  network: { id: "Media sosial", en: "Network", zh: "平台" },
  name: { id: "Nama akun publik", en: "Public name", zh: "公开账号名" },
  nameHint: { id: "Misalnya @nama.anda", en: "For instance @your.name", zh: "例如 @your.name" },
  consent: {
    id: `Saya setuju nama akun dan profil publik saya dibaca untuk pengajuan saya dan disimpan ${days} hari.`,
    en: `I agree that my public name and profile are read for my application and kept for ${days} days.`,
    zh: `我同意为审核我的申请查看我的公开账号名和资料，并保存 ${days} 天。`,
  },
  whatFor: { id: "Untuk apa", en: "What for", zh: "用途" },
  whatForBody: { id: "Membantu petugas mengenali Anda", en: "Helps our staff to know you", zh: "帮助工作人员了解您" },
  receivers: { id: "Siapa yang menerima", en: "Who gets it", zh: "接收方" },
  receiversBody: { id: "Hanya kami", en: "Only us", zh: "仅我们" },
  howLong: { id: "Berapa lama", en: "How long", zh: "保存时长" },
  howLongBody: {
    id: `${days} hari, lalu dihapus; bisa ditarik kapan saja`,
    en: `${days} days, then deleted; taken back at any time`,
    zh: `${days} 天后删除；可随时撤回`,
  },
  add: { id: "Tambahkan", en: "Add", zh: "添加" },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  until: { id: "Disimpan sampai", en: "Kept until", zh: "保存至" },
  withdraw: { id: "Tarik persetujuan", en: "Withdraw the consent", zh: "撤回同意" },
  specialLead: {
    id: "Satu akun cukup. Yang dibaca hanya nama akun dan profil publiknya, oleh petugas yang memeriksa pengajuan Anda.",
    en: "One account is enough. Only the name and its public profile are read, by the staff who review your application.",
    zh: "提供一个账号即可。仅由审核您申请的工作人员查看账号名及公开资料。",
  },
  otherChoice: { id: "Pilih yang lain", en: "Choose something else", zh: "选择其他项" },
  thanksTitle: { id: "Terima kasih, sudah kami terima", en: "Thank you, we have it", zh: "谢谢，我们已收到" },
  thanks: {
    id: "Pengajuan Anda berlanjut dengan data itu.",
    en: "Your application continues with it.",
    zh: "我们将结合该信息继续审核。",
  },
  done: { id: "Selesai", en: "Done", zh: "完成" },
  skip: { id: "Lewati", en: "Skip", zh: "跳过" },
});

/** Each network's name in its own spelling. */
export const networkNames = {
  INSTAGRAM: "Instagram",
  FACEBOOK: "Facebook",
  TIKTOK: "TikTok",
  X: "X",
  LINKEDIN: "LinkedIn",
} as const;
