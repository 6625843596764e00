import { isLoopbackHttp } from "#shared/loopback.ts";

/** Browsers accept the login's cookie on https and on this machine's own names; elsewhere they drop it silently. */
export const canKeepLogin = (origin: string): boolean => origin.startsWith("https://") || isLoopbackHttp(origin);
