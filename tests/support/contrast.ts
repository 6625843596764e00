/** The contrast between two colours. */

/** WCAG 2.2: contrast ratio of two hexadecimal colours. */
export function contrast(one: string | undefined, other: string | undefined): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string | undefined): number {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour ?? "")?.[1];
  if (!digits) throw new Error(`not a hexadecimal colour: ${colour}`);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
