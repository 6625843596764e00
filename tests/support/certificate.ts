/** A certificate for this run's own names, made at run time: no file of it is in the repository, and no tool is needed. */
import { createHash } from "node:crypto";
import * as asn1 from "asn1js";
import * as pkijs from "pkijs";

export interface MadeCertificate {
  /** PEM; the certificate signs itself, so it is the authority too. */
  certificate: string;
  /** PEM, PKCS 8. */
  key: string;
  /** SHA-256 of the public key in base64: what Chromium's `--ignore-certificate-errors-spki-list` takes. */
  keyHash: string;
}

const dayMilliseconds = 86_400_000;

/** @param names as in a certificate: `tunai.test`, `*.tunai.test`. */
export async function makeCertificate(names: readonly string[]): Promise<MadeCertificate> {
  const engine = new pkijs.CryptoEngine({ name: "node", crypto });
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1.Integer({ value: 1 });
  certificate.notBefore.value = new Date(Date.now() - dayMilliseconds);
  certificate.notAfter.value = new Date(Date.now() + 30 * dayMilliseconds);
  const commonName = new pkijs.AttributeTypeAndValue({
    type: "2.5.4.3",
    value: new asn1.Utf8String({ value: names[0] as string }),
  });
  certificate.subject.typesAndValues.push(commonName);
  certificate.issuer.typesAndValues.push(commonName);
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey, engine);
  certificate.extensions = [
    extension("2.5.29.19", new pkijs.BasicConstraints({ cA: true }).toSchema()),
    extension(
      "2.5.29.17",
      new pkijs.GeneralNames({ names: names.map((value) => new pkijs.GeneralName({ type: 2, value })) }).toSchema(),
    ),
  ];
  await certificate.sign(pair.privateKey, "SHA-256", engine);
  const publicKey = Buffer.from(await crypto.subtle.exportKey("spki", pair.publicKey));
  return {
    certificate: pem("CERTIFICATE", Buffer.from(certificate.toSchema(true).toBER(false))),
    key: pem("PRIVATE KEY", Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey))),
    keyHash: createHash("sha256").update(publicKey).digest("base64"),
  };
}

const extension = (extnID: string, value: asn1.BaseBlock): pkijs.Extension =>
  new pkijs.Extension({ extnID, critical: false, extnValue: value.toBER(false) });

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END ${label}-----\n`;
