/** Problems of calls in which one person checks another's proposal (product decisions 5, threat B13). */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";

/** The checker's decision: yes or no, as JSON or as a form sends it. */
export const approval = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(["true", "false"]),
      v.transform((value) => value === "true"),
    ),
  ],
  "CHOICE_INVALID",
);

export const fourEyesProblems = {
  MAKER_IS_CHECKER: {
    status: 403,
    text: {
      id: "Usulan Anda harus diperiksa orang lain.",
      en: "Your proposal has to be checked by another person.",
      zh: "您的提案须由他人复核。",
    },
  },
  SAME_DEVICE: {
    status: 403,
    text: {
      id: "Usulan ini dibuat di browser yang sama. Periksa dari perangkat lain.",
      en: "This proposal was made in the same browser. Check it from another device.",
      zh: "此提案在同一浏览器中提出，请用其他设备复核。",
    },
  },
} as const satisfies ProblemKinds;

/** The problem of a check whose amount needs a checker with a higher permission. `limit`: the formatted amount. */
export const tierProblems = {
  CHECKER_TOO_LOW: {
    status: 403,
    text: {
      id: "Mulai {limit}, usulan harus diperiksa petugas dengan izin lebih tinggi.",
      en: "From {limit} on, a proposal has to be checked by a person with a higher permission.",
      zh: "金额达到 {limit} 的提案须由更高权限的人员复核。",
    },
    data: v.object({ limit: v.string() }),
  },
} as const satisfies ProblemKinds;

/** Problems of calls about one proposal. */
export const proposalUnknown = {
  PROPOSAL_UNKNOWN: {
    status: 404,
    text: { id: "Usulan ini tidak ada.", en: "There is no such proposal.", zh: "没有此提案。" },
  },
} as const satisfies ProblemKinds;
export const proposalNotOpen = {
  ...proposalUnknown,
  PROPOSAL_CLOSED: {
    status: 409,
    text: { id: "Usulan ini sudah diputuskan.", en: "This proposal is decided already.", zh: "此提案已处理。" },
  },
} as const satisfies ProblemKinds;
export const proposalNotYours = {
  PROPOSAL_NOT_YOURS: {
    status: 403,
    text: {
      id: "Hanya pengusul bisa menarik usulannya.",
      en: "Only its maker may take a proposal back.",
      zh: "只有提案人可以撤回提案。",
    },
  },
} as const satisfies ProblemKinds;
/** Two editors at once: the second gets this refusal, and the typed text stays. */
export const proposalOpen = {
  PROPOSAL_OPEN: {
    status: 409,
    text: {
      id: "Usulan lain sedang menunggu pemeriksa. Yang Anda tulis masih di sini; usulkan lagi setelah yang itu diputuskan.",
      en: "Another proposal is waiting for its check. Your text is still here; propose it once that one is decided.",
      zh: "另一份提案正在等待复核。您填写的内容仍保留在此，待其处理后再提交。",
    },
  },
} as const satisfies ProblemKinds;
