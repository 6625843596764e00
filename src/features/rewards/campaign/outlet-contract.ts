/** How a claim is refused for the outlet's code. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";

/** When the next try counts. */
const codeTries = v.object({ nextAt: instant });

export const entryCodeProblems = {
  CODE_WRONG: {
    status: 422,
    text: {
      id: "Kode gerai tidak cocok. Sisa percobaan hari ini: {attemptsLeft}.",
      en: "The outlet's code does not match. Tries left today: {attemptsLeft}.",
      zh: "门店代码不正确，今日剩余次数：{attemptsLeft}。",
    },
    data: v.object({ attemptsLeft: answeredRupiah }),
    field: "entryCode",
  },
  CODE_TRIES: {
    status: 429,
    text: {
      id: "Percobaan hari ini sudah habis. Coba lagi besok.",
      en: "There are no tries left today. Try again tomorrow.",
      zh: "今日次数已用完，请明天再试。",
    },
    data: codeTries,
  },
  CODE_TRIES_NETWORK: {
    status: 429,
    text: {
      id: "Terlalu banyak percobaan dari jaringan ini dalam satu jam. Coba lagi pada jam berikutnya, atau dari jaringan lain.",
      en: "Too many tries from this network within an hour. Try again in the next hour, or from another network.",
      zh: "该网络一小时内尝试次数过多。请在下一小时或换个网络再试。",
    },
    data: codeTries,
  },
} as const satisfies ProblemKinds;

export const entryCodeFieldProblems = {
  ENTRY_CODE_FORMAT: {
    id: "Isi empat angka dari gerai.",
    en: "Enter the outlet's four digits.",
    zh: "请输入门店的四位数字。",
  },
} as const;
