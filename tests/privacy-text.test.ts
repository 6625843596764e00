/**
 * The privacy text names every domain that stores data of a borrower: a new one has to be added there too. // Spec
 * account 14.6
 */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { languages, type Text } from "#shared/texts.ts";

const text = (id: string, en: string, zh: string): Text => ({ id, en, zh });
/** The words of the text that stand for a domain's data. */
const named: Readonly<Record<string, Text>> = {
  "account/account-merge": text("menggabungkan akun", "merge accounts", "合并账户"),
  "account/bank-account": text("rekening bank", "bank account", "银行账户"),
  "account/cancellation": text("penutupan akun", "closing the account", "账户注销"),
  "account/change-request": text("mengganti nomor", "change your number", "更换号码"),
  "account/document": text("dokumen yang Anda unggah", "documents that you upload", "您上传的资料"),
  "account/email": text("email", "email address", "邮箱"),
  "account/hold": text("kejadian keamanan", "security events", "安全事件"),
  "account/identity": text("foto KTP", "photo of your KTP", "身份证（KTP）信息及照片"),
  "account/linking": text(
    "rekening bank atau toko online yang Anda tautkan",
    "bank account or online shop that you link",
    "您绑定的银行账户或电商",
  ),
  "account/capture": text("foto yang diambil aplikasi", "photos taken by the app", "应用拍摄照片"),
  "account/login": text("alamat jaringan saat Anda masuk", "network address of your logins", "登录时的设备和网络地址"),
  "account/lookup": text("kantor pajak, BPJS", "tax office, BPJS", "税务机关、BPJS"),
  "account/lost-number": text("kehilangan nomor", "lose it", "丢失号码"),
  "account/platform-check": text("pinjaman Anda di platform lain", "loans at other platforms", "其他平台的额度与借款"),
  "account/privacy": text("persetujuan, permintaan soal data", "consents, requests about data", "同意记录、数据申请"),
  "account/profile": text("nama gadis ibu kandung", "mother’s maiden name", "母亲婚前姓名"),
  "account/questionnaire": text("kuesioner dan survei", "questionnaires and surveys", "问卷与调查"),
  "account/security": text("kejadian keamanan", "security events", "安全事件"),
  "account/social-account": text("akun media sosial", "social media names", "社交媒体账号名"),
  "account/verification": text(
    "kode verifikasi yang diminta",
    "verification codes that were asked for",
    "请求的验证码",
  ),
  "credit/agreement": text("perjanjian dan tanda tangan", "agreements and signatures", "协议与签名"),
  "credit/application": text("penilaian pengajuan", "assessment of applications", "申请评估"),
  "credit/appointment": text("janji pinjaman", "loan appointments", "借款预约"),
  "credit/disbursement": text("pencairan", "payout", "放款"),
  "credit/fill-in": text(
    "tautan untuk mengisinya tanpa masuk akun",
    "links by which you give them without a login",
    "您免登录补充资料所用的链接",
  ),
  "credit/limit": text("limit, skor kredit", "limit, credit score", "额度、信用评分"),
  "credit/loan": text("**Pinjaman**", "**Loan**", "**借款**"),
  "credit/membership": text(
    "keanggotaan Plus dan potongan bunga anggota",
    "Plus membership and interest taken off for members",
    "Plus 会员和会员利息减免",
  ),
  "credit/merchant": text("toko yang Anda daftarkan", "shops that you tell us of", "您填报的店铺"),
  "credit/repayment": text("tagihan, pembayaran, pengingat", "bills, payments, reminders", "账单、还款、提醒"),
  "credit/servicing": text("janji bayar", "promises to pay", "付款承诺"),
  "credit/restructure": text("permintaan keringanan", "requests for help with paying", "协商还款的申请"),
  "credit/underwriting": text("penilaian pengajuan", "assessment of applications", "申请评估"),
  "operations/watchtower": text("catatan petugas", "notes of our staff", "与您沟通的记录"),
  "platform/audit": text("kapan petugas membuka", "when our staff opened", "工作人员查看"),
  "platform/checks": text(
    "memutuskan sesuatu tentang akun Anda",
    "decided something about your account",
    "决定您账户事项",
  ),
  "platform/exception": text("memeriksa", "reviewed", "审核"),
  "platform/notice": text("pesan dan pemberitahuan", "messages and notices", "消息和通知"),
  "platform/review": text("foto atau video bukti", "photos or a video as proof", "照片或视频证明"),
  "rewards/campaign": text("event dan undian, hadiah", "events and draws, prizes", "活动和抽奖、奖品"),
  "rewards/coupon": text("kupon", "coupons", "优惠券"),
  "rewards/invitation": text("undangan", "invitations", "邀请"),
  "rewards/points": text("poin", "points", "积分"),
  "rewards/wallet": text("dompet hadiah dan penarikannya", "reward wallet and its withdrawals", "奖励钱包及提现"),
  "support/complaint": text("pengaduan", "complaints", "投诉"),
};
/** Rights and receivers that the text names, beyond the data. */
const also: readonly Text[] = [
  text("mitra open finance", "open finance partner", "开放金融合作方"),
  text("penyedia pemeriksaan wajah", "provider of the face check", "人脸核验服务商"),
  text("Membatasi pemrosesan", "restrict processing", "限制处理"),
  text("kapan petugas membukanya", "when our staff opened it", "工作人员何时查看过"),
];

it("The privacy text names what each domain keeps, in every language.", () => {
  const domains = globSync("src/features/*/*/server/{personal-data,records}.ts").map((path) =>
    path.split("/").slice(2, 4).join("/"),
  );
  expect(domains.filter((domain) => !Object.hasOwn(named, domain))).toEqual([]);
  expect(Object.keys(named).filter((domain) => !domains.includes(domain))).toEqual([]);
  for (const language of languages) {
    const text = readFileSync(`content/static-text/privacy.${language}.md`, "utf8");
    const missing = [...Object.values(named), ...also]
      .map((one) => one[language])
      .filter((words) => !text.includes(words));
    expect(missing).toEqual([]);
  }
});

it("The terms speak of what is beside the loan: data from elsewhere, events, rewards and invitations.", () => {
  const words: Readonly<Record<(typeof languages)[number], readonly string[]>> = {
    id: ["toko online", "Poin dan kupon", "dompet hadiah", "Undang"],
    en: ["online shop", "Points and coupons", "reward wallet", "Invite"],
    zh: ["电商", "积分和优惠券", "奖励钱包", "邀请"],
  };
  for (const language of languages) {
    const text = readFileSync(`content/static-text/terms.${language}.md`, "utf8");
    expect(words[language].filter((word) => !text.includes(word))).toEqual([]);
  }
});
