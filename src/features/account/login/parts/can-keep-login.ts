/** Browsers keep the login's cookie on https and on this machine's own names; anywhere else they would drop it without a word. */
export function canKeepLogin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
