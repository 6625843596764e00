/** The device of a signer in words, for the evidence: a label by the user agent, which proves nothing and grants nothing. */

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\bFirefox\/(\d+)/, "Firefox"],
  [/; wv\).*\bChrome\/(\d+)/, "Android WebView"],
  [/\bChrome\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+).*Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/Android (\d+)/, "Android"],
  [/(?:iPhone|CPU) OS (\d+)/, "iOS"],
  [/Windows NT/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** `Chrome 140, Android 15`; an unknown program is named by its first word. */
export function deviceNameOf(userAgent: string): string {
  const found = [browsers, systems].flatMap((kinds) => {
    for (const [pattern, name] of kinds) {
      const match = pattern.exec(userAgent);
      if (match) return [match[1] ? `${name} ${match[1]}` : name];
    }
    return [];
  });
  return found.length > 0 ? found.join(", ") : (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "–");
}
