import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { seededRandom } from "#server/process/random.ts";
import { builtInSignature } from "./built-in.ts";
import { pem } from "./certificates.ts";
import type { SignOrder } from "./port.ts";

const has = (program: string, parameter: string) => spawnSync(program, [parameter]).error === undefined;
const order: SignOrder = {
  orderId: "0193a7c0-0000-7000-8000-000000000001",
  reason: "Persetujuan perjanjian pendanaan",
  signerName: "Siti (binti) Ali \\ 张伟",
  location: "Jakarta, Indonesia",
  signedAt: new Date("2026-11-21T10:00:00+07:00"),
};

let folder: string;
let pdf: Uint8Array;
let signed: Uint8Array;
let seed = 0;

function signer(secretsDirectory = join(folder, "secrets"), start = "2026-11-21T09:00:00+07:00") {
  seed += 1;
  return builtInSignature({
    secretsDirectory,
    organization: "PT Tunai Contoh Indonesia",
    clock: fixedClock(start),
    random: seededRandom(seed),
    mayMakeRoot: true,
  });
}

/** The offsets of the two signed spans. */
function spans(bytes: Uint8Array): [number, number] {
  const found = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/.exec(Buffer.from(bytes).toString("latin1"));
  return [Number(found?.[1]), Number(found?.[2])];
}

function flipped(at: number): Uint8Array {
  const bytes = signed.slice();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signature-"));
  const document = PDF.create();
  document.addPage({ size: "a4" }).drawText("Perjanjian Pendanaan", { x: 50, y: 700 });
  pdf = await document.save();
  signed = await signer().signPdf(pdf, order);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("The built-in signer", () => {
  test("A signed document is valid, names its signer and time, and begins with the bytes that were given.", async () => {
    const report = await signer().validate(signed);
    expect(report).toMatchObject({
      valid: true,
      signer: "PT Tunai Contoh Indonesia Document Signing",
      signedAt: order.signedAt,
      coversWholeDocument: true,
    });
    expect(Buffer.from(signed.subarray(0, pdf.length)).equals(pdf)).toBe(true);
    expect(report.revisionHashes.at(-1)).toBe(report.hash);
    expect(report.revisionHashes).toHaveLength(2);
  });

  test("One changed bit anywhere in what is signed makes it invalid.", async () => {
    const [firstEnd, secondStart] = spans(signed);
    const places = [
      ...Array(firstEnd).keys(),
      ...Array.from({ length: signed.length - secondStart }, (_, index) => secondStart + index),
    ];
    const step = Math.ceil(places.length / 300);
    for (const place of places.filter((_, index) => index % step === 0)) {
      const report = await signer().validate(flipped(place));
      expect(report.valid, `byte ${place}`).toBe(false);
    }
  });

  test("A changed digit of the signature itself, or something hidden in its padding, makes it invalid.", async () => {
    const [firstEnd, secondStart] = spans(signed);
    const lastDigits = secondStart - 3;
    for (const place of [firstEnd + 1, firstEnd + 9, lastDigits])
      expect((await signer().validate(flipped(place))).valid).toBe(false);
    const lowered = signed.slice();
    const letter = lowered.findIndex((byte, index) => index > firstEnd && byte >= 0x41 && byte <= 0x46);
    lowered[letter] = (lowered[letter] ?? 0) | 0x20;
    expect((await signer().validate(lowered)).valid).toBe(false);
  });

  test("Something appended after signing is told.", async () => {
    const longer = Buffer.concat([signed, Buffer.from("\n% more\n")]);
    expect(await signer().validate(new Uint8Array(longer))).toMatchObject({
      valid: false,
      problem: "EXTENDED",
      coversWholeDocument: false,
    });
  });

  test("A document without a signature, and bytes that are no document, are reported and not thrown.", async () => {
    expect(await signer().validate(pdf)).toMatchObject({ valid: false, problem: "NOT_SIGNED" });
    expect(await signer().validate(new Uint8Array([1, 2, 3]))).toMatchObject({
      valid: false,
      problem: "NOT_SIGNED",
      revisionHashes: [],
    });
    const forged = Buffer.from("%PDF-1.7 /ByteRange [0 29 33 5] <00>%%EOF");
    expect((await signer().validate(new Uint8Array(forged))).valid).toBe(false);
  });

  test("The signature of another installation is not trusted here.", async () => {
    const other = signer(join(folder, "other"));
    expect(await other.validate(signed)).toMatchObject({ valid: false, problem: "UNTRUSTED" });
  });

  test("Processes that start together share one root and one key, in files that only the owner reads.", async () => {
    const shared = join(folder, "shared");
    const processes = Array.from({ length: 6 }, () => signer(shared));
    const documents = await Promise.all(processes.map((one) => one.signPdf(pdf, order)));
    for (const document of documents) expect((await processes[0]?.validate(document))?.valid).toBe(true);
    const chains = await Promise.all(processes.map((one) => one.certificateChain()));
    expect(
      new Set(chains.map((chain) => chain.map((certificate) => Buffer.from(certificate).toString("hex")).join())).size,
    ).toBe(1);
    const home = join(shared, "signature");
    expect(readdirSync(home).sort()).toEqual(["root", "signing-1"]);
    for (const identity of ["root", "signing-1"]) {
      expect(statSync(join(home, identity)).mode & 0o777).toBe(0o700);
      for (const file of readdirSync(join(home, identity)))
        expect(statSync(join(home, identity, file)).mode & 0o777).toBe(0o600);
    }
  });

  test("When the signing key has run out a new one takes over, and what the old one signed stays valid.", async () => {
    const later = signer(join(folder, "secrets"), "2030-01-01T09:00:00+07:00");
    const next = await later.signPdf(pdf, { ...order, signedAt: new Date("2030-01-01T10:00:00+07:00") });
    expect((await later.validate(next)).valid).toBe(true);
    expect((await later.validate(signed)).valid).toBe(true);
    expect(readdirSync(join(folder, "secrets", "signature")).sort()).toEqual(["root", "signing-1", "signing-2"]);
  });

  test("Where a root may not be made by the way, a missing one is a fault and nothing is left behind.", async () => {
    const strict = (secretsDirectory: string) =>
      builtInSignature({
        secretsDirectory,
        organization: "PT Tunai Contoh Indonesia",
        clock: fixedClock(),
        random: seededRandom(99),
        mayMakeRoot: false,
      });
    await expect(strict(join(folder, "empty")).signPdf(pdf, order)).rejects.toThrow(
      "Make the installation's keys first",
    );
    expect(readdirSync(join(folder, "empty", "signature"))).toEqual([]);
    expect((await strict(join(folder, "secrets")).validate(signed)).valid).toBe(true);
  });

  test.skipIf(!has("pdfsig", "-v"))(
    "pdfsig calls the signature valid and over the whole document, and a changed byte invalid.",
    () => {
      const file = join(folder, "signed.pdf");
      const check = (bytes: Uint8Array) => {
        writeFileSync(file, bytes);
        return spawnSync("pdfsig", ["-nocert", file]).stdout.toString();
      };
      expect(check(signed)).toMatch(/ETSI\.CAdES\.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/);
      expect(check(flipped(Buffer.from(signed).indexOf("%PDF") + 7))).not.toContain("Signature is Valid");
    },
  );

  test.skipIf(!has("openssl", "version"))(
    "openssl verifies it as CAdES against the root, and refuses a changed byte.",
    async () => {
      const [firstEnd, secondStart] = spans(signed);
      const padded = Buffer.from(Buffer.from(signed.subarray(firstEnd + 1, secondStart - 1)).toString("latin1"), "hex");
      const content = Buffer.concat([signed.subarray(0, firstEnd), signed.subarray(secondStart)]);
      const root = (await signer().certificateChain()).at(-1);
      writeFileSync(join(folder, "root.pem"), pem("CERTIFICATE", root ?? new Uint8Array()));
      writeFileSync(join(folder, "signature.der"), padded.subarray(0, 4 + padded.readUInt16BE(2)));
      const check = (bytes: Uint8Array) => {
        writeFileSync(join(folder, "content.bin"), bytes);
        const files = ["-in", "signature.der", "-content", "content.bin", "-CAfile", "root.pem", "-out", "content.out"];
        const at = Math.floor(order.signedAt.getTime() / 1000);
        return spawnSync(
          "openssl",
          ["cms", "-verify", "-binary", "-cades", "-inform", "DER", "-purpose", "any", "-attime", String(at), ...files],
          { cwd: folder },
        ).status;
      };
      expect(check(content)).toBe(0);
      content[20] = (content[20] ?? 0) ^ 1;
      expect(check(content)).not.toBe(0);
    },
  );
});
