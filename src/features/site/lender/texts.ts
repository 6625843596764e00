import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  aboutTitle: { id: "Tentang kami, untuk pemberi dana", en: "About us, for lenders", zh: "致出借人：关于我们" },
  riskTitle: { id: "Risiko ditanggung pemberi dana.", en: "The lender bears the risk.", zh: "风险由出借人承担。" },
  riskBody: {
    id: "Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas gagal bayar.",
    en: "No state institution or authority answers for a default.",
    zh: "任何国家机构或当局均不对违约承担责任。",
  },
  helpTitle: { id: "Bantuan untuk pemberi dana", en: "Help for lenders", zh: "出借人帮助" },
  types: { id: "Topik", en: "Topics", zh: "主题" },
  GENERAL: { id: "Umum", en: "General", zh: "一般" },
  FUNDING: { id: "Pendanaan", en: "Funding", zh: "出借" },
  RISK: { id: "Risiko", en: "Risk", zh: "风险" },
  RETURNS: { id: "Imbal hasil", en: "Returns", zh: "收益" },
  ACCOUNT: { id: "Akun", en: "Account", zh: "账户" },
  noneTitle: { id: "Topik ini belum berisi", en: "No articles yet", zh: "此主题暂无内容" },
  unknownTitle: { id: "Topik ini tidak ada", en: "There is no such topic", zh: "没有这个主题" },
  unknownBody: {
    id: "Pilih salah satu topik di atas.",
    en: "Choose one of the topics above.",
    zh: "请选择上面的主题。",
  },
  toHelp: { id: "Pertanyaan pemberi dana", en: "Questions of lenders", zh: "出借人常见问题" },
  contact: { id: "Hubungi kami", en: "Contact us", zh: "联系我们" },
});
