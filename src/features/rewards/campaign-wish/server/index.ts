/** The one call of wishes; the engine does the rest. */
import { helpWish } from "#features/rewards/campaign/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { helpWithWish } from "../contract.ts";

const answers: readonly CallAnswer[] = [
  answer(helpWithWish, ({ wishCode }, { services, borrowerId }) => {
    return helpWish(services, borrowerId, wishCode);
  }),
];

export const domain: Domain = { answers };
