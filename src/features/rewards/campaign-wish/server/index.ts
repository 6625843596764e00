/** The one call of wishes; the engine does the rest. */
import { helpWish } from "#features/rewards/campaign/server/index.ts";
import { answer, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { helpWithWish } from "../contract.ts";

function answers(api: Api): void {
  answer(api, helpWithWish)(({ wishCode }, { borrowerId }) => helpWish(api.services, borrowerId, wishCode));
}

export const domain: Domain = { answers };
