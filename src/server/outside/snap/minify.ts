/**
 * JSON without the spaces between its tokens, on bytes. Spaces inside strings stay: the padding of a virtual account
 * lives there. Nothing is parsed, because writing a parsed body again would turn 10000.00 into 10000 (field rules: SNAP traps).
 */
const quote = 0x22;
const backslash = 0x5c;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** UTF-8 keeps every byte of a longer character above 0x7f, so a byte scan never mistakes one for a quote. */
export function minifyJson(body: Uint8Array): Uint8Array {
  const output = new Uint8Array(body.length);
  let length = 0;
  let inString = false;
  let escaped = false;
  for (const byte of body) {
    if (!inString && isSpace(byte)) continue;
    output[length++] = byte;
    if (!inString) inString = byte === quote;
    else if (escaped) escaped = false;
    else if (byte === backslash) escaped = true;
    else if (byte === quote) inString = false;
  }
  return output.subarray(0, length);
}
