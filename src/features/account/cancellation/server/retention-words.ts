import { defineTexts } from "#shared/texts.ts";

export const retentionWords = defineTexts({
  kind: { id: "Membuka data tersimpan", en: "Opening what is kept", zh: "查看保留数据" },
  pieces: { id: "Yang tersimpan", en: "What is kept", zh: "保留项数" },
});
