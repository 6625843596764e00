/** Turns a user agent into words that a person knows, such as "Chrome, Android". Only a label; no decision uses it. */

const apps: readonly (readonly [RegExp, string])[] = [
  [/\b([A-Z]\w+App)\/\d/, ""],
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*Safari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Null for an unknown program. */
export function deviceMark(userAgent: string): string | null {
  const name = (known: readonly (readonly [RegExp, string])[]) => {
    for (const [pattern, words] of known) {
      const found = pattern.exec(userAgent);
      if (found) return words || (found[1] ?? "");
    }
    return "";
  };
  return [name(apps), name(systems)].filter(Boolean).join(", ") || null;
}
