/** Addresses of the screens. */
export const restructurePage = "/webview/loanrestruture";
export const agreementPage = (offerId: string): string => `${restructurePage}/agreement?offer=${offerId}`;
export const signPage = (offerId: string): string => `${restructurePage}/sign-now?offer=${offerId}`;

/** The offer that an address names; empty without one. */
export const offerIn = (url: string): string => new URL(url, "http://own.invalid").searchParams.get("offer") ?? "";
