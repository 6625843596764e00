import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "#server/clock.ts";
import { seededRandom } from "#server/random.ts";
import { builtInSignature } from "./built-in.ts";
import { pem } from "./certificates.ts";
import { chooseSignature } from "./choose.ts";

describe("The choice of the signer", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "choose-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const own = () => ({ secretsDirectory: folder, organization: "PT Contoh", clock: fixedClock(), random: seededRandom(1), mayMakeRoot: true });
  const psre = () => ({
    SIGNATURE_ADAPTER: "psre",
    SIGNATURE_PSRE_URL: "https://psre.example/",
    SIGNATURE_PSRE_CLIENT_ID: "tunai",
    SIGNATURE_PSRE_SECRET: "0123456789abcdef",
    SIGNATURE_PSRE_ROOTS_FILE: join(folder, "roots.pem"),
  });

  test("Without a word it is the built-in one.", () => {
    expect(chooseSignature({}, own(), fetch).adapter).toBe("built-in");
    expect(chooseSignature({ SIGNATURE_ADAPTER: "" }, own(), fetch).adapter).toBe("built-in");
  });
  test("The remote one trusts the roots of its file and nothing else.", async () => {
    const chain = await builtInSignature(own()).certificateChain();
    writeFileSync(join(folder, "roots.pem"), chain.map((certificate) => pem("CERTIFICATE", certificate)).join(""));
    const chosen = chooseSignature(psre(), own(), fetch);
    expect(chosen.adapter).toBe("psre");
    expect((await chosen.certificateChain()).map((one) => Buffer.from(one).toString("hex"))).toEqual(chain.map((one) => Buffer.from(one).toString("hex")));
  });
  test.each([
    [{ SIGNATURE_ADAPTER: "paper" }, "SIGNATURE_ADAPTER"],
    [{ SIGNATURE_PSRE_URL: "http://psre.example" }, "SIGNATURE_PSRE_URL"],
    [{ SIGNATURE_PSRE_SECRET: "short" }, "SIGNATURE_PSRE_SECRET"],
  ])("%o stops the start and names the variable.", (changes, name) => {
    expect(() => chooseSignature({ ...psre(), ...changes }, own(), fetch)).toThrow(name);
  });
});
