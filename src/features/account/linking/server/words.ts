/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  LINK_BEGUN: { id: "Tautan akun: dimulai", en: "Account link: begun", zh: "账户绑定：已开始" },
  LINK_READ: { id: "Tautan akun: dibaca sekali", en: "Account link: read once", zh: "账户绑定：已读取一次" },
  LINK_FAILED: { id: "Tautan akun: gagal", en: "Account link: failed", zh: "账户绑定：失败" },
  LINK_ENDED: { id: "Tautan akun: berakhir", en: "Account link: ended", zh: "账户绑定：已结束" },
});
/** `CODE_TYPED` is a look-up's cause, too. */
const codes = defineTexts({
  BANK: { id: "bank", en: "bank", zh: "银行" },
  ECOM: { id: "toko online", en: "online shop", zh: "电商" },
  DECLINED: { id: "tidak diizinkan di mitra", en: "declined at the partner", zh: "在合作方处拒绝" },
  LOGIN_REFUSED: { id: "User ID atau kata sandi salah", en: "wrong login", zh: "登录信息错误" },
  CONSENT_GIVEN: { id: "persetujuan diberikan", en: "consent given", zh: "已同意" },
  REDIRECT: { id: "dibuka di situs mitra", en: "sent to the partner's site", zh: "转到合作方网站" },
  RETURNED: { id: "kembali", en: "returned", zh: "已返回" },
  CODE_NEEDED: { id: "perlu kode", en: "a code is needed", zh: "需要验证码" },
  CODE_TYPED: { id: "kode ditulis", en: "the code was entered", zh: "已输入验证码" },
  CODE_REFUSED: { id: "kode salah", en: "wrong code", zh: "验证码错误" },
  READ_ONCE: { id: "dibaca sekali", en: "read once", zh: "已读取一次" },
  OPEN_FINANCE: { id: "mitra open finance", en: "open finance partner", zh: "开放金融合作方" },
});

export const words: ConsoleWords = { happenings, codes };
