/**
 * QRIS: Indonesia's EMVCo merchant-presented code. Two digits of tag, two of length, the value; the checksum last.
 * Field rules: QRIS.
 */
import sharp from "sharp";
import { encode } from "uqr";

export interface QrisFields {
  /** Dynamic codes (12) are paid once and carry amount and reference; static ones (11) are a shop's sticker. */
  method: "STATIC" | "DYNAMIC";
  /** National merchant id, `ID` and 13 digits. */
  nationalMerchantId: string;
  merchantName: string;
  merchantCity: string;
  postalCode: string;
  /** Four digits; 6012 is financial institutions. */
  categoryCode: string;
  /** Whole rupiah; without it the payer types the amount. */
  amountRupiah?: number;
  /** Ours, at most 25 letters and digits. */
  reference?: string;
}

export type QrisReading =
  | { outcome: "READ"; fields: QrisFields }
  | { outcome: "UNREADABLE"; reason: "FORMAT" | "CHECKSUM" | "NOT_QRIS" };

/** CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected. "123456789" gives 29B1. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function tlv(tag: string, value: string): string {
  const length = Buffer.byteLength(value, "utf8");
  if (length < 1 || length > 99) throw new RangeError(`QRIS tag ${tag} holds 1 to 99 bytes, not ${length}.`);
  return tag + String(length).padStart(2, "0") + value;
}

/** Capitals, digits and simple signs, cut to the tag's length: scanners show nothing else reliably. */
function shown(text: string, most: number): string {
  return (
    text
      .normalize("NFKD")
      .replace(/[^\x20-\x7e]/g, "")
      .trim()
      .slice(0, most)
      .trim() || "-"
  );
}

/** The string that the code holds. @throws RangeError for an amount, reference or merchant id that no code can hold */
export function writeQris(fields: QrisFields): string {
  const { amountRupiah, reference } = fields;
  if (
    amountRupiah !== undefined &&
    !(Number.isSafeInteger(amountRupiah) && amountRupiah > 0 && amountRupiah <= 9_999_999_999)
  )
    throw new RangeError("A QRIS amount is whole rupiah above 0 with at most 10 digits.");
  if (reference !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(reference))
    throw new RangeError("A QRIS reference has 1 to 25 letters and digits.");
  if (!/^ID\d{13}$/.test(fields.nationalMerchantId))
    throw new RangeError("A national merchant id is ID and 13 digits.");
  const body =
    tlv("00", "01") +
    tlv("01", fields.method === "DYNAMIC" ? "12" : "11") +
    tlv("51", tlv("00", "ID.CO.QRIS.WWW") + tlv("02", fields.nationalMerchantId) + tlv("03", "UMI")) +
    tlv("52", fields.categoryCode) +
    tlv("53", "360") +
    (amountRupiah === undefined ? "" : tlv("54", String(amountRupiah))) +
    tlv("58", "ID") +
    tlv("59", shown(fields.merchantName, 25)) +
    tlv("60", shown(fields.merchantCity, 15)) +
    tlv("61", fields.postalCode) +
    (reference === undefined ? "" : tlv("62", tlv("05", reference))) +
    "6304";
  return body + crc16(body);
}

/** Reads any QRIS, other issuers' too. Never throws. */
export function readQris(text: string): QrisReading {
  if (!/^[\x20-\x7e]{20,512}$/.test(text) || text.slice(-8, -4) !== "6304")
    return { outcome: "UNREADABLE", reason: "FORMAT" };
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return { outcome: "UNREADABLE", reason: "CHECKSUM" };
  const tags = readTags(text);
  const merchant = tags && readTags(tags.get("51") ?? "");
  const more = tags && readTags(tags.get("62") ?? "");
  if (!tags || !merchant || !more) return { outcome: "UNREADABLE", reason: "FORMAT" };
  const method = { "11": "STATIC", "12": "DYNAMIC" }[tags.get("01") ?? ""] as QrisFields["method"] | undefined;
  if (merchant.get("00") !== "ID.CO.QRIS.WWW" || tags.get("53") !== "360" || tags.get("58") !== "ID" || !method)
    return { outcome: "UNREADABLE", reason: "NOT_QRIS" };
  const amount = tags.get("54");
  if (amount !== undefined && !/^\d{1,10}(\.00?)?$/.test(amount)) return { outcome: "UNREADABLE", reason: "FORMAT" };
  const reference = more.get("05") ?? more.get("01");
  return {
    outcome: "READ",
    fields: {
      method,
      nationalMerchantId: merchant.get("02") ?? "",
      merchantName: tags.get("59") ?? "",
      merchantCity: tags.get("60") ?? "",
      postalCode: tags.get("61") ?? "",
      categoryCode: tags.get("52") ?? "",
      ...(amount === undefined ? {} : { amountRupiah: Number(amount.split(".")[0]) }),
      ...(reference === undefined ? {} : { reference }),
    },
  };
}

/** Tag to value; undefined when lengths do not add up. A repeated tag is refused: two readers could pick different ones. */
function readTags(text: string): Map<string, string> | undefined {
  const tags = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    if (tag === undefined || length === undefined || tags.has(tag)) return undefined;
    const end = at + 4 + Number(length);
    if (end > text.length || end === at + 4) return undefined;
    tags.set(tag, text.slice(at + 4, end));
    at = end;
  }
  return tags;
}

/** The code as a PNG to save or share, `pixels` wide (nearest whole multiple of its modules, never blurred). */
export async function qrisPng(qris: string, pixels = 720): Promise<Buffer> {
  const { data, size } = encode(qris, { ecc: "M", border: 4 });
  const grey = Buffer.from(data.flatMap((row) => row.map((dark) => (dark ? 0 : 255))));
  const width = size * Math.max(1, Math.round(pixels / size));
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize(width, width, { kernel: "nearest" })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
