import { defineTexts } from "#shared/texts.ts";
import { inviteSeconds } from "./contract.ts";

export const texts = defineTexts({
  // Logging in
  loginTitle: { id: "Masuk ke konsol", en: "Log in to the console", zh: "登录控制台" },
  loginLead: {
    id: "Hanya untuk petugas. Semua yang Anda lihat dan lakukan dicatat.",
    en: "For staff only. Everything you see and do is recorded.",
    zh: "仅限工作人员。您查看和执行的一切都会被记录。",
  },
  email: { id: "Email", en: "Email", zh: "邮箱" },
  password: { id: "Kata sandi", en: "Password", zh: "密码" },
  code: { id: "Kode autentikator", en: "Authenticator code", zh: "身份验证器验证码" },
  codeHint: {
    id: "6 angka dari aplikasi autentikator Anda.",
    en: "The 6 digits in your authenticator app.",
    zh: "身份验证器应用中的 6 位数字。",
  },
  enter: { id: "Masuk", en: "Log in", zh: "登录" },
  companyEnter: { id: "Masuk dengan akun perusahaan", en: "Log in with a company account", zh: "使用公司账户登录" },
  companyTitle: { id: "Masuk dengan akun perusahaan", en: "Log in with a company account", zh: "使用公司账户登录" },
  companyLead: {
    id: "Layanan akun perusahaan sudah menjawab. Lanjutkan untuk membuka konsol.",
    en: "The company account service has answered. Continue to open the console.",
    zh: "公司账户服务已响应。继续即可打开控制台。",
  },
  companyContinue: { id: "Lanjutkan ke konsol", en: "Continue to the console", zh: "继续进入控制台" },
  companyCodeTitle: { id: "Satu langkah lagi", en: "One more step", zh: "还差一步" },
  companyCodeLead: {
    id: "Akun perusahaan Anda sudah terbukti dengan satu bukti saja. Tambahkan kode dari aplikasi autentikator konsol.",
    en: "Your company account gave one proof only. Add the code from the console's authenticator app.",
    zh: "您的公司账户只提供了一项验证。请再输入控制台身份验证器应用中的验证码。",
  },
  joinTitle: { id: "Masuk pertama kali", en: "First login", zh: "首次登录" },
  joinWelcome: {
    id: "Selamat datang, {name}. Akun Anda: {email}.",
    en: "Welcome, {name}. Your account: {email}.",
    zh: "欢迎，{name}。您的账户：{email}。",
  },
  joinScan: {
    id: "1. Pindai gambar ini dengan aplikasi autentikator, atau ketik kuncinya.",
    en: "1. Scan this picture with an authenticator app, or type the key.",
    zh: "1. 用身份验证器应用扫描此图，或手动输入密钥。",
  },
  joinKey: { id: "Kunci", en: "Key", zh: "密钥" },
  joinQr: {
    id: "Kode QR untuk aplikasi autentikator",
    en: "QR code for the authenticator app",
    zh: "身份验证器二维码",
  },
  joinChoose: {
    id: "2. Buat kata sandi dan ketik kode dari aplikasi.",
    en: "2. Choose a password and type the code from the app.",
    zh: "2. 设置密码并输入应用中的验证码。",
  },
  passwordHint: {
    id: "12 sampai 100 karakter. Beberapa kata yang tidak berhubungan paling mudah diingat.",
    en: "12 to 100 characters. Several unrelated words are the easiest to remember.",
    zh: "12 至 100 个字符。几个互不相关的词最容易记住。",
  },
  joinNow: { id: "Aktifkan akun", en: "Activate account", zh: "启用账户" },
  toLogin: { id: "Ke halaman masuk", en: "To the login page", zh: "前往登录" },
  // Staff
  status: { id: "Status", en: "Status", zh: "状态" },
  ACTIVE: { id: "Aktif", en: "Active", zh: "正常" },
  lastLogin: { id: "Masuk terakhir", en: "Last login", zh: "最近登录" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  membersTitle: { id: "Petugas", en: "Staff", zh: "人员" },
  inviteTitle: { id: "Undang petugas", en: "Invite a person", zh: "邀请人员" },
  invite: { id: "Undang", en: "Invite", zh: "邀请" },
  inviteLead: {
    id: `Anda mendapat tautan sekali pakai untuk diserahkan langsung kepada orangnya. Berlaku ${inviteSeconds / 3600} jam.`,
    en: `You get a one-time link to hand to the person. It is good for ${inviteSeconds / 3600} hours.`,
    zh: `您将获得一次性链接，请直接交给本人。${inviteSeconds / 3600} 小时内有效。`,
  },
  name: { id: "Nama", en: "Name", zh: "姓名" },
  roles: { id: "Peran", en: "Roles", zh: "角色" },
  INVITED: { id: "Diundang", en: "Invited", zh: "已邀请" },
  DISABLED: { id: "Dinonaktifkan", en: "Disabled", zh: "已停用" },
  created: { id: "Dibuat", en: "Created", zh: "创建时间" },
  never: { id: "Belum pernah", en: "Never", zh: "从未" },
  invitation: { id: "Undangan terbuka", en: "Open invitation", zh: "有效邀请" },
  invitationLead: {
    id: "Serahkan tautan ini hanya kepada {name}. Berlaku sekali, sampai {time}.",
    en: "Hand this link to {name} only. It works once, until {time}.",
    zh: "请仅将此链接交给 {name}。一次有效，截至 {time}。",
  },
  changeRoles: { id: "Ubah peran", en: "Change roles", zh: "更改角色" },
  changeRolesLead: {
    id: "Semua sesi orang ini berakhir.",
    en: "All sessions of this person end.",
    zh: "此人的所有会话将结束。",
  },
  reinvite: { id: "Undang ulang", en: "Invite again", zh: "重新邀请" },
  reinviteLead: {
    id: "Setelah ponsel atau kata sandi hilang, atau untuk mengaktifkan lagi. Kata sandi, kode, dan sesi lama berakhir.",
    en: "After a lost phone or password, or to bring an account back. The old password, code and sessions end.",
    zh: "手机或密码丢失后，或用于恢复账户。旧密码、验证码和会话将失效。",
  },
  disable: { id: "Nonaktifkan", en: "Disable", zh: "停用" },
  disableLead: { id: "Akses berakhir saat ini juga.", en: "Access ends at once.", zh: "立即终止访问。" },
  ownAccount: {
    id: "Ini akun Anda sendiri; admin lain yang bisa mengubahnya.",
    en: "This is your own account; another admin can change it.",
    zh: "这是您自己的账户，只能由其他管理员更改。",
  },
});
