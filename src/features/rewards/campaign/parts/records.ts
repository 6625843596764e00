/** For the screens of other domains: a person's records in a campaign. */
export { listCampaignRecords } from "../records-contract.ts";
