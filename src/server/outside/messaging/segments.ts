/** The number of messages for which an SMS is billed. */

/** GSM 03.38: one septet each. // GSM 03.38, 6.2.1 */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension: an escape and a septet. */
const extended = new Set("\f^{}\\[~]|€");

/**
 * Segments of an SMS, each billed as one message: 160 septets alone or 153 of several where the text keeps to the GSM
 * alphabet, else 70 or 67 UTF-16 units. An empty text is one.
 */
export function smsSegments(text: string): number {
  let septets = 0;
  for (const character of text) {
    if (basic.has(character)) septets += 1;
    else if (extended.has(character)) septets += 2;
    else return segmentsOf(text.length, 70, 67);
  }
  return segmentsOf(septets, 160, 153);
}

const segmentsOf = (units: number, alone: number, ofSeveral: number): number =>
  units <= alone ? 1 : Math.ceil(units / ofSeveral);
