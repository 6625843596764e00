export { claimLead, couponIn } from "../lead-contract.ts";
