/** The words of prizes, for the screens of skins. */
export { prizeWords } from "../prize-contract.ts";
