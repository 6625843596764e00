/** @returns 16 random bytes as 32 hexadecimal digits: an unguessable id. Works without a secure context, unlike `randomUUID`. */
export function randomHex({ crypto }: Pick<typeof globalThis, "crypto"> = window): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
