/**
 * Remembers the language that an address names, also by a longer tag: the one in which the page was shown. Pages that are
 * kept for everyone cannot set a cookie for one. Inline, so that a link touched at once already leads on in that language.
 */
export function rememberLanguage(): void {
  if (/[?&]lang=./.test(location.search))
    document.cookie = `lang=${document.documentElement.lang};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}
