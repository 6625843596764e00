/** The proof of a draw, for screens of skins. */
export { getDraw, type Draw } from "../draw-contract.ts";
