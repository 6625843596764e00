/** Stands in for `virtual:enhance` where screens are read from the sources. */
export const compareHashUrl = "/assets/compare-hash.js";
export const pushUrl = "/assets/push.js";
export const passkey = "";
