/** Keys and X.509 certificates of the installation's own certificate authority, kept as PEM files in SECRETS_DIR. */
import { X509Certificate, webcrypto } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as asn1 from "asn1js";
import * as pkijs from "pkijs";
import { engine } from "./validate.ts";

const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const dayMilliseconds = 86_400_000;
/** Chosen: the root outlives every document that must be kept; a signing key is replaced every three years. */
export const rootLifeDays = 20 * 365;
export const signingLifeDays = 3 * 365;

export interface SigningIdentity {
  key: CryptoKey;
  /** DER. */
  certificate: Uint8Array<ArrayBuffer>;
}

interface Wanted {
  commonName: string;
  organization: string;
  notBefore: Date;
  lifeDays: number;
  serial: Uint8Array;
  authority: boolean;
  issuer?: SigningIdentity;
}

const attribute = { country: "2.5.4.6", organization: "2.5.4.10", commonName: "2.5.4.3" };
const extensionId = {
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  keyId: "2.5.29.14",
  authorityKeyId: "2.5.29.35",
};

/** A new P-256 key and its certificate, signed by `issuer` or by itself. */
export async function makeIdentity(options: Wanted): Promise<SigningIdentity> {
  const pair = (await webcrypto.subtle.generateKey(curve, true, ["sign", "verify"])) as CryptoKeyPair;
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1.Integer({ valueHex: positive(options.serial) });
  certificate.notBefore.value = options.notBefore;
  certificate.notAfter.value = new Date(options.notBefore.getTime() + options.lifeDays * dayMilliseconds);
  certificate.subject.typesAndValues.push(
    new pkijs.AttributeTypeAndValue({ type: attribute.country, value: new asn1.PrintableString({ value: "ID" }) }),
    new pkijs.AttributeTypeAndValue({
      type: attribute.organization,
      value: new asn1.Utf8String({ value: options.organization }),
    }),
    new pkijs.AttributeTypeAndValue({
      type: attribute.commonName,
      value: new asn1.Utf8String({ value: options.commonName }),
    }),
  );
  const issuer = options.issuer ? pkijs.Certificate.fromBER(options.issuer.certificate) : certificate;
  certificate.issuer = issuer.subject;
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey, engine);
  const ownKeyId = await keyIdOf(certificate);
  certificate.extensions = [
    extension(
      extensionId.basicConstraints,
      true,
      new pkijs.BasicConstraints(options.authority ? { cA: true, pathLenConstraint: 0 } : {}).toSchema(),
    ),
    // A root signs certificates and revocation lists (bits 5 and 6); a document signer signs and commits (bits 0 and 1).
    extension(
      extensionId.keyUsage,
      true,
      new asn1.BitString({
        valueHex: new Uint8Array([options.authority ? 0x06 : 0xc0]).buffer,
        unusedBits: options.authority ? 1 : 6,
      }),
    ),
    extension(extensionId.keyId, false, new asn1.OctetString({ valueHex: ownKeyId })),
    extension(
      extensionId.authorityKeyId,
      false,
      new pkijs.AuthorityKeyIdentifier({
        keyIdentifier: new asn1.OctetString({ valueHex: await keyIdOf(issuer) }),
      }).toSchema(),
    ),
  ];
  await certificate.sign(options.issuer?.key ?? pair.privateKey, "SHA-256", engine);
  return { key: pair.privateKey, certificate: new Uint8Array(certificate.toSchema(true).toBER(false)) };
}

/** A positive INTEGER of at most 16 bytes, never zero. */
function positive(serial: Uint8Array): ArrayBuffer {
  const bytes = Uint8Array.from(serial.subarray(0, 16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.buffer;
}

async function keyIdOf(certificate: pkijs.Certificate): Promise<ArrayBuffer> {
  return webcrypto.subtle.digest("SHA-1", certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView);
}

function extension(id: string, critical: boolean, value: asn1.BaseBlock): pkijs.Extension {
  return new pkijs.Extension({ extnID: id, critical, extnValue: value.toBER(false) });
}

/**
 * The identity kept in `directory`, made on the first call. The folder appears by one rename, so several processes that
 * start together use the same key; the losers discard theirs.
 */
export async function storeIdentity(
  directory: string,
  scratchName: string,
  make: () => Promise<SigningIdentity>,
): Promise<SigningIdentity> {
  const existing = await readIdentity(directory);
  if (existing) return existing;
  const made = await make();
  const scratch = `${directory}.${scratchName}`;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await chmod(scratch, 0o700);
  const key = new Uint8Array(await webcrypto.subtle.exportKey("pkcs8", made.key));
  await writeWhole(join(scratch, "key.pem"), pem("PRIVATE KEY", key));
  await writeWhole(join(scratch, "certificate.pem"), pem("CERTIFICATE", made.certificate));
  try {
    await rename(scratch, directory);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
  const winner = await readIdentity(directory);
  if (!winner) throw new Error(`The signing identity could not be kept in ${directory}.`);
  return winner;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIdentity(directory: string): Promise<SigningIdentity | undefined> {
  const names = await readdir(directory).catch(() => undefined);
  if (!names) return undefined;
  const key = unpem(await readFile(join(directory, "key.pem"), "utf8"));
  const certificate = unpem(await readFile(join(directory, "certificate.pem"), "utf8"));
  return { key: (await webcrypto.subtle.importKey("pkcs8", key, curve, false, ["sign"])) as CryptoKey, certificate };
}

export function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

function unpem(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text.replace(/-----[^-]+-----/g, ""), "base64"));
}

/** The span of time in which a certificate (DER) may be used. */
export function lifeOf(certificate: Uint8Array): { from: Date; until: Date } {
  const parsed = new X509Certificate(certificate);
  return { from: parsed.validFromDate, until: parsed.validToDate };
}
