/** Taking part, claiming, picking and the day's press, for the skins' screens and pages of other domains. */
export { checkIn } from "../press-contract.ts";
export { claimPrize, joinCampaign, pickOption } from "../play-contract.ts";
