/** Addresses of campaigns, for the screens of their skins. */
export { pathOfCampaign } from "../skins-contract.ts";
export { growthLevelOf as stageOf } from "../rules-contract.ts";
