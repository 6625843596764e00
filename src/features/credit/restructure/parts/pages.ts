/** Addresses of the screens. */
export const page = "/webview/loanrestruture";
export const agreementPage = (offerId: string): string => `${page}/agreement?offer=${offerId}`;
export const signPage = (offerId: string): string => `${page}/sign-now?offer=${offerId}`;

/** The offer that an address names; empty without one. */
export const offerIn = (url: string): string => new URL(url, "http://own.invalid").searchParams.get("offer") ?? "";
