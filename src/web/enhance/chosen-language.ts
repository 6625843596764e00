/**
 * Stores the language in the address (also a longer tag), in which the page was shown. Pages cached for everyone cannot
 * set a cookie. Inline, so that even a link tapped at once opens in that language.
 */
export function rememberLanguage(): void {
  if (/[?&]lang=./.test(location.search))
    document.cookie = `lang=${document.documentElement.lang};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}
