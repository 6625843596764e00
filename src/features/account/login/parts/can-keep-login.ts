import { isLoopbackHttp } from "#shared/loopback.ts";

/** Browsers keep the login's cookie on https and on this machine's own names; anywhere else they would drop it without a word. */
export const canKeepLogin = (origin: string): boolean => origin.startsWith("https://") || isLoopbackHttp(origin);
