/** The name of a check on its consent's receipt. */
import type { Text } from "#shared/texts.ts";

export const checkText: Text = {
  id: "cek pinjaman di platform lain",
  en: "check of loans at other platforms",
  zh: "其他平台借款查询",
};
