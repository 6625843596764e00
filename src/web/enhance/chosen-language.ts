/**
 * Remembers the language that an address names. Pages that are kept for everyone cannot set a cookie for one. Inline, so
 * that a link touched at once already leads on in that language.
 */
export function rememberLanguage(): void {
  const chosen = /[?&]lang=(id|en|zh)\b/.exec(location.search)?.[1];
  if (chosen) document.cookie = `lang=${chosen};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}
