/** Reads the newest signature of a PDF and checks it against the roots that we trust. */
import { createHash, webcrypto } from "node:crypto";
import * as pkijs from "pkijs";
import type { SignatureReport } from "./port.ts";

/** Our own engine: the PDF library replaces pkijs's process-wide one. */
export const engine = new pkijs.CryptoEngine({ name: "tunai", crypto: webcrypto as Crypto });

/** The places of a signature in a file: everything but the hexadecimal string between the two spans is signed. */
interface Place {
  firstEnd: number;
  secondStart: number;
  end: number;
}

/**
 * Reports on the newest signature. Everything outside the signature's own hexadecimal string must be covered by it, so
 * bytes that merely look like a signature somewhere else in the file cannot make it pass.
 */
export async function validateSignature(pdf: Uint8Array, trustedRoots: Uint8Array[]): Promise<SignatureReport> {
  const known = { hash: sha256(pdf), revisionHashes: revisionHashes(pdf) };
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const place = placeOf(text);
  if (!place) return { ...known, valid: false, problem: "NOT_SIGNED", coversWholeDocument: false };
  const coversWholeDocument = place.end === pdf.length;
  const base = { ...known, coversWholeDocument, signedAt: statedTime(text, place) };
  const cms = unhex(text.slice(place.firstEnd + 1, place.secondStart - 1));
  const signed = new Uint8Array(place.firstEnd + place.end - place.secondStart);
  signed.set(pdf.subarray(0, place.firstEnd));
  signed.set(pdf.subarray(place.secondStart, place.end), place.firstEnd);
  const checked = cms ? await checkCms(cms, signed, trustedRoots, base.signedAt) : { problem: "ALTERED" as const };
  const problem = checked.problem ?? (coversWholeDocument ? undefined : ("EXTENDED" as const));
  return {
    ...base,
    valid: problem === undefined,
    ...(problem && { problem }),
    ...(checked.signer && { signer: checked.signer }),
  };
}

/** SHA-256 as lower hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function placeOf(text: string): Place | undefined {
  const found = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g)].at(-1);
  if (!found) return undefined;
  const [firstEnd, secondStart, length] = found.slice(1).map(Number) as [number, number, number];
  const end = secondStart + length;
  const isWellFormed =
    firstEnd < secondStart && end <= text.length && text[firstEnd] === "<" && text[secondStart - 1] === ">";
  return isWellFormed ? { firstEnd, secondStart, end } : undefined;
}

/** The time that the signature dictionary states (`/M`), which is itself among the signed bytes. */
function statedTime(text: string, place: Place): Date | undefined {
  const from = text.lastIndexOf(" obj", place.firstEnd);
  const to = text.indexOf("endobj", place.secondStart);
  const dictionary = text.slice(from, place.firstEnd) + text.slice(place.secondStart, to);
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(dictionary);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetMinutes = (Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0)) * (found[7] === "-" ? -1 : 1);
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offsetMinutes, second));
}

/** The bytes of a padded hexadecimal string; its padding zeros are cut by the length that the CMS itself states. */
function unhex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  // One case throughout, so that changing the case of a digit is seen as a change.
  if (!/^(?:(?:[0-9A-F]{2})+|(?:[0-9a-f]{2})+)$/.test(hex)) return undefined;
  const bytes = new Uint8Array(Buffer.from(hex, "hex"));
  const lengthBytes = (bytes[1] ?? 0) & 0x7f;
  if (bytes[0] !== 0x30 || (bytes[1] ?? 0) < 0x81 || lengthBytes > 4) return undefined;
  let length = 0;
  for (let i = 0; i < lengthBytes; i += 1) length = length * 256 + (bytes[2 + i] ?? 0);
  const end = 2 + lengthBytes + length;
  // Padding that is not zero was changed: these are the only bytes that the signature leaves free.
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) return undefined;
  return bytes.subarray(0, end);
}

async function checkCms(
  cms: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  trustedRoots: Uint8Array[],
  at: Date | undefined,
): Promise<{ signer?: string; problem?: "ALTERED" | "UNTRUSTED" }> {
  let signer: string | undefined;
  try {
    const content = pkijs.ContentInfo.fromBER(cms);
    const data = new pkijs.SignedData({ schema: content.content });
    if (!isStrict(content, data, cms)) return { problem: "ALTERED" };
    const whole = await data.verify({ signer: 0, data: signed.buffer, extendedMode: true }, engine);
    if (whole.signatureVerified !== true || !whole.signerCertificate) return { problem: "ALTERED" };
    signer = commonName(whole.signerCertificate);
    const enclosed = (data.certificates ?? []).filter((one) => one instanceof pkijs.Certificate);
    const chain = new pkijs.CertificateChainValidationEngine({
      certs: [...enclosed.filter((one) => one !== whole.signerCertificate), whole.signerCertificate],
      trustedCerts: trustedRoots.map((root) => pkijs.Certificate.fromBER(new Uint8Array(root))),
      ...(at && { checkDate: at }),
    });
    const trust = await chain.verify({}, engine);
    if (!trust.result) return { signer, problem: "UNTRUSTED" };
    const path = (trust.certificatePath ?? []).map(der);
    // A certificate that the chain does not need is outside every signature; a changed byte in it shows tampering.
    return enclosed.every((one) => path.includes(der(one))) ? { signer } : { signer, problem: "ALTERED" };
  } catch {
    return { ...(signer && { signer }), problem: "ALTERED" };
  }
}

const oid = { signedData: "1.2.840.113549.1.7.2", data: "1.2.840.113549.1.7.1" };
const digests = ["2.16.840.1.101.3.4.2.1", "2.16.840.1.101.3.4.2.2", "2.16.840.1.101.3.4.2.3"];

/**
 * The envelope around the signature is itself unsigned. PAdES requires DER with fixed kinds and one signer, so the
 * parsed content is written again and must give the same bytes: a changed tag, version or algorithm is detected.
 */
function isStrict(content: pkijs.ContentInfo, data: pkijs.SignedData, cms: Uint8Array): boolean {
  const [info] = data.signerInfos;
  if (!info || data.signerInfos.length !== 1) return false;
  const digest = info.digestAlgorithm.algorithmId;
  const named = data.digestAlgorithms.map((one) => one.algorithmId);
  if (content.contentType !== oid.signedData || data.encapContentInfo.eContentType !== oid.data) return false;
  if (
    data.version !== 1 ||
    info.version !== 1 ||
    !digests.includes(digest) ||
    named.length !== 1 ||
    named[0] !== digest
  )
    return false;
  const again = new pkijs.ContentInfo({ contentType: oid.signedData, content: data.toSchema(true) });
  return Buffer.from(again.toSchema().toBER(false)).equals(cms);
}

function der(certificate: pkijs.Certificate): string {
  return Buffer.from(certificate.toSchema().toBER(false)).toString("base64");
}

function commonName(certificate: pkijs.Certificate): string {
  const value = certificate.subject.typesAndValues.find((one) => one.type === "2.5.4.3")?.value;
  return String(value?.valueBlock.value ?? "");
}

/** Every `%%EOF` with its line end closes a revision. */
function revisionHashes(pdf: Uint8Array): string[] {
  const buffer = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const hashes: string[] = [];
  for (let at = buffer.indexOf("%%EOF"); at >= 0; at = buffer.indexOf("%%EOF", at + 5)) {
    let end = at + 5;
    if (buffer[end] === 0x0d) end += 1;
    if (buffer[end] === 0x0a) end += 1;
    hashes.push(sha256(buffer.subarray(0, end)));
  }
  return hashes;
}
