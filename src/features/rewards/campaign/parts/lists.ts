/** The list of campaigns, for pages of other domains. */
export { listCampaigns } from "../list-contract.ts";
