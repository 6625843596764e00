import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  staticTextTitle: { id: "Informasi", en: "Information", zh: "信息" },
  version: { id: "Versi {version}, diperbarui {date}", en: "Version {version}, updated {date}", zh: "第 {version} 版，更新于 {date}" },
});
