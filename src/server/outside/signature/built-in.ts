/**
 * The default signer: PAdES B-B by a key of the installation itself, under its own root certificate. The signature is
 * valid for every PDF reader and trusted once the root is imported. It is not a certified signature (field rules:
 * e-signature, certified = by an Indonesian PSrE).
 */
import { join } from "node:path";
import { mkdir, readdir } from "node:fs/promises";
import { CryptoKeySigner, PDF } from "@libpdf/core";
import {
  type SigningIdentity,
  storeIdentity,
  lifeOf,
  makeIdentity,
  rootLifeDays,
  signingLifeDays,
} from "./certificates.ts";
import { type SignaturePort, type SignOrder, SignatureFailed } from "./port.ts";
import { validateSignature } from "./validate.ts";

export interface BuiltInSettings {
  /** SECRETS_DIR; the keys live in its folder `signature`. */
  secretsDirectory: string;
  /** Name in the certificates: the operator of this installation. */
  organization: string;
  clock: { realNow(): Date };
  random: { bytes(count: number): Uint8Array };
  /** False in prod: the root certificate must have been made on purpose beforehand; a missing one is a fault, because a new authority would not be trusted. */
  mayMakeRoot: boolean;
}

const dayMilliseconds = 86_400_000;

/** The built-in signer. Keys are made at the first use, once for all processes that share `secretsDirectory`. */
export function builtInSignature(settings: BuiltInSettings): SignaturePort {
  const home = join(settings.secretsDirectory, "signature");
  // Two processes have different ids and two calls different random parts, so they never write into each other's scratch folder.
  const scratchName = () => `${process.pid}-${Buffer.from(settings.random.bytes(6)).toString("hex")}`;
  let rootOnce: Promise<SigningIdentity> | undefined;

  async function root(): Promise<SigningIdentity> {
    rootOnce ??= makeRoot().catch((error: unknown) => {
      rootOnce = undefined;
      throw error;
    });
    return rootOnce;
  }

  async function makeRoot(): Promise<SigningIdentity> {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return storeIdentity(join(home, "root"), scratchName(), async () => {
      if (!settings.mayMakeRoot)
        throw new Error(`There is no root certificate in ${join(home, "root")}. Make the installation's keys first.`);
      return makeIdentity({
        commonName: `${settings.organization} Root CA`,
        organization: settings.organization,
        notBefore: new Date(settings.clock.realNow().getTime() - dayMilliseconds),
        lifeDays: rootLifeDays,
        serial: settings.random.bytes(16),
        authority: true,
      });
    });
  }

  /** The signing identity for an instant; a new one is made when the newest has expired. */
  async function signing(at: Date): Promise<SigningIdentity> {
    const issuer = await root();
    const numbers = (await readdir(home)).flatMap((name) => /^signing-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    const newest = Math.max(1, ...numbers);
    const make = (notBefore: number) =>
      makeIdentity({
        commonName: `${settings.organization} Document Signing`,
        organization: settings.organization,
        notBefore: new Date(notBefore - dayMilliseconds),
        lifeDays: signingLifeDays,
        serial: settings.random.bytes(16),
        authority: false,
        issuer,
      });
    const found = await storeIdentity(join(home, `signing-${newest}`), scratchName(), () =>
      make(settings.clock.realNow().getTime()),
    );
    if (at <= lifeOf(found.certificate).until) return found;
    return storeIdentity(join(home, `signing-${newest + 1}`), scratchName(), () => make(at.getTime()));
  }

  return {
    adapter: "built-in",
    async signPdf(pdf: Uint8Array, order: SignOrder): Promise<Uint8Array> {
      const [authority, identity] = [await root(), await signing(order.signedAt)];
      const signer = new CryptoKeySigner(identity.key, identity.certificate, "EC", "ECDSA", [authority.certificate]);
      const document = await PDF.load(pdf);
      const { bytes } = await document.sign({
        signer,
        level: "B-B",
        signingTime: order.signedAt,
        reason: plain(`${order.reason}: ${order.signerName}`),
        location: plain(order.location),
        fieldName: order.fieldName ?? "TunaiSignature",
      });
      if (!Buffer.from(bytes.buffer, bytes.byteOffset, pdf.length).equals(pdf)) {
        throw new SignatureFailed("ALTERED", "signing changed the bytes that were shown");
      }
      return bytes;
    },
    async certificateChain() {
      return [(await signing(settings.clock.realNow())).certificate, (await root()).certificate];
    },
    async validate(pdf) {
      return validateSignature(pdf, [(await root()).certificate]);
    },
  };
}

/** Text for the signature dictionary: no control or direction marks, no brackets or backslashes that would need escaping. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[()\\]/g, " ")
    .slice(0, 200);
}
