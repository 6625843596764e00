/** The outcomes of a proposal, and the problems of every call about one. */
import type { ProblemKinds } from "#shared/contract.ts";
import { fourEyesProblems, proposalNotOpen, proposalNotYours, tierProblems } from "#shared/four-eyes.ts";

/** OPEN waits for its check; STALE can no longer be carried out. */
export const proposalStates = ["OPEN", "CONFIRMED", "REFUSED", "TAKEN_BACK", "STALE"] as const;
export type ProposalState = (typeof proposalStates)[number];

/** The proposal cannot be carried out any more, because its subject has changed. */
export const proposalStale = {
  PROPOSAL_STALE: {
    status: 409,
    text: {
      id: "Keadaannya sudah berubah, sehingga usulan ini tidak bisa dilaksanakan lagi. Tolak usulan ini.",
      en: "Things have changed, so this can no longer be carried out. Refuse the proposal.",
      zh: "情况已变化，该提案无法再执行。请驳回。",
    },
  },
} as const satisfies ProblemKinds;

/** Problems of every check; a kind's own problems are added to these. */
export const proposalCheckProblems = {
  ...proposalNotOpen,
  ...fourEyesProblems,
  ...tierProblems,
  ...proposalStale,
} as const satisfies ProblemKinds;

/** Problems of withdrawing a proposal. */
export const proposalTakeBackProblems = { ...proposalNotOpen, ...proposalNotYours } as const satisfies ProblemKinds;
