/** An Indonesian number as it is called from anywhere, without its plus: `021-5000-000` → `62215000000`. */
export function internationalDigits(number: string): string {
  return `62${number.replace(/\D/g, "").replace(/^(?:62|0)/, "")}`;
}
