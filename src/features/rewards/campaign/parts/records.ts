/** For the screens of other domains: what one did in a campaign. */
export { listCampaignRecords } from "../records-contract.ts";
