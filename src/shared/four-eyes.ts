/** Problems of calls by which one person checks what another proposed (decisions 5, threat B13). */
import type { ProblemKinds } from "#shared/contract.ts";

export const fourEyesProblems = {
  MAKER_IS_CHECKER: {
    status: 403,
    text: { id: "Usulan Anda harus diperiksa orang lain.", en: "Your proposal has to be checked by somebody else.", zh: "您的提案须由他人复核。" },
  },
  SAME_DEVICE: {
    status: 403,
    text: {
      id: "Usulan ini dibuat di peramban yang sama. Periksa dari perangkat lain.",
      en: "This proposal was made in the same browser. Check it from another device.",
      zh: "此提案在同一浏览器中提出，请用其他设备复核。",
    },
  },
} as const satisfies ProblemKinds;
