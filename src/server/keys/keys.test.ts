import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { keysFaults, openKeys, SealBroken, SecretsUnusable } from "./keys.server.ts";
import { keyringFile, makeKeyring, rotateKeyring } from "#server/keys/keyring.ts";
import { systemRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "tunai-keys-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const random = systemRandom();
const keys = openKeys({ folder: newFolder(), random });
const place = { table: "borrower", column: "nik", row: "01932b1e-0000-7000-8000-000000000001" };
const text = fc.string({ unit: "grapheme" });

describe("sealing", () => {
  it("gives back what was sealed, for any text and any bytes, and never the same sealed value twice.", () => {
    fc.assert(
      fc.property(text, fc.uint8Array({ maxLength: 500 }), (plain, bytes) => {
        const sealed = keys.seal(plain, place);
        expect(keys.open(sealed, place)).toBe(plain);
        expect(keys.seal(plain, place)).not.toBe(sealed);
        expect(sealed).toMatch(/^v1\.k1\.[\w-]+$/);
        expect([...keys.openBytes(keys.sealBytes(bytes, place), place)]).toEqual([...bytes]);
      }),
    );
  });

  it("does not show the plain text.", () => {
    expect(Buffer.from(keys.seal("canary-3174011203900001", place)).toString("latin1")).not.toContain("canary");
    expect(keys.sealBytes(Buffer.from("canary-3174011203900001"), place).toString("latin1")).not.toContain("canary");
  });

  it("does not open a value that was moved to another table, column or row.", () => {
    const sealed = keys.seal("secret", place);
    const bytes = keys.sealBytes(Buffer.from("secret"), place);
    for (const elsewhere of [
      { ...place, table: "staff" },
      { ...place, column: "npwp" },
      { ...place, row: "2" },
      { table: "borrower.nik", column: "", row: place.row },
    ]) {
      expect(() => keys.open(sealed, elsewhere)).toThrow(SealBroken);
      expect(() => keys.openBytes(bytes, elsewhere)).toThrow(SealBroken);
    }
  });

  it("refuses any changed bit, and any other bytes, with SealBroken and nothing else.", () => {
    const bytes = keys.sealBytes(Buffer.from("secret"), place);
    const sealed = keys.seal("secret", place);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
      expect(() => keys.openBytes(changed, place)).toThrow(SealBroken);
    }
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(() => keys.open(changed, place)).toThrow(SealBroken);
    }
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^v1\.k1\.[\w-]{0,80}$/)),
        fc.uint8Array({ maxLength: 80 }),
        (other, otherBytes) => {
          expect(() => keys.open(other, place)).toThrow(SealBroken);
          expect(() => keys.openBytes(otherBytes, place)).toThrow(SealBroken);
          expect(() => keys.openBytes(Buffer.concat([bytes.subarray(0, 7), otherBytes]), place)).toThrow(SealBroken);
        },
      ),
    );
  });

  it("does not open text as bytes or the values of another installation.", () => {
    const other = openKeys({ folder: newFolder(), random });
    expect(() => other.open(keys.seal("secret", place), place)).toThrow(SealBroken);
    const raw = Buffer.from(keys.seal("secret", place).split(".")[2]!, "base64url");
    expect(() => keys.openBytes(Buffer.concat([Buffer.from("TNS1\u0002k1"), raw]), place)).toThrow(SealBroken);
  });
});

describe("blind indexes and message codes", () => {
  it("find equal values, keep kinds apart and refuse an empty value.", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        expect(keys.blindIndex("mobile", a) === keys.blindIndex("mobile", b)).toBe(a === b);
        expect(keys.blindIndex("mobile", a)).not.toBe(keys.blindIndex("email", a));
      }),
    );
    expect(() => keys.blindIndex("nik", "")).toThrow(RangeError);
  });

  it("bind purpose and parts, so that parts cannot run into each other.", () => {
    const code = keys.mac("otp", "challenge-1", "123456");
    expect(keys.isMac(code, "otp", "challenge-1", "123456")).toBe(true);
    expect(keys.isMac(code, "otp", "challenge-11", "23456")).toBe(false);
    expect(keys.isMac(code, "otp", "challenge-1", "123457")).toBe(false);
    expect(keys.isMac(code, "link", "challenge-1", "123456")).toBe(false);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{43}$/)), (guess) => {
        expect(keys.isMac(guess, "otp", "challenge-1", "123456")).toBe(false);
      }),
    );
  });
});

describe("signed links", () => {
  const now = new Date("2026-11-21T09:00:00+07:00");
  const later = new Date(now.getTime() + 7 * 86_400_000);

  it("are read by their own purpose until they end; verifier links do not end.", () => {
    const token = keys.signLink({ purpose: "bill", subject: "b-1", expiresAt: later });
    expect(keys.verifyLink(token, "bill", now)).toEqual({
      purpose: "bill",
      subject: "b-1",
      ownerId: null,
      numberMark: null,
    });
    expect(keys.verifyLink(token, "email", now)).toBeNull();
    expect(keys.verifyLink(token, "bill", new Date(later.getTime() - 1))).not.toBeNull();
    expect(keys.verifyLink(token, "bill", later)).toBeNull();
    const endless = keys.signLink({ purpose: "verify", subject: "d-1", expiresAt: null });
    expect(keys.verifyLink(endless, "verify", new Date("2126-01-01T00:00:00Z"))).not.toBeNull();
  });

  it("are refused when any character is changed, and for any other text.", () => {
    const token = keys.signLink({ purpose: "bill", subject: "b-1", expiresAt: later });
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(keys.verifyLink(changed, "bill", now)).toBeNull();
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^k\d\.[\w-]{1,40}\.[\w-]{43}$/)), (other) => {
        expect(keys.verifyLink(other, "bill", now)).toBeNull();
      }),
    );
  });
});

describe("the keyring", () => {
  it("is a file of mode 0600 in a folder of mode 0700, made once and read by the next start.", () => {
    const folder = join(newFolder(), "secrets");
    const first = openKeys({ folder, random });
    expect(statSync(keyringFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(["keyring.json"]);
    expect(openKeys({ folder, random }).open(first.seal("kept", place), place)).toBe("kept");
    expect(keysFaults(folder, false)).toEqual([]);
    expect(keysFaults(folder, true)).toEqual([expect.stringContaining("generated by a start outside prod")]);
  });

  it("seals with the newest key after a rotation, opens the older values, and a running process takes the new key up when it meets it.", () => {
    const folder = newFolder();
    const running = openKeys({ folder, random });
    const old = running.seal("old", place);
    const index = running.blindIndex("mobile", "081234567890");
    const link = running.signLink({ purpose: "bill", subject: "b", expiresAt: null });
    // A caller requests the coming key before it exists: that must not hide it later.
    expect(() => running.open(old.replace("k1", "k2"), place)).toThrow(SealBroken);
    rotateKeyring(folder);
    const restarted = openKeys({ folder, random });
    const fresh = restarted.seal("new", place);
    expect(fresh).toMatch(/^v1\.k2\./);
    expect(restarted.open(old, place)).toBe("old");
    expect(restarted.blindIndex("mobile", "081234567890")).toBe(index);
    expect(restarted.verifyLink(link, "bill", new Date(0))).not.toBeNull();
    expect(running.open(fresh, place)).toBe("new");
    expect(running.seal("x", place)).toMatch(/^v1\.k2\./);
  });

  it("is taken up after a rotation by a process that only seals, within a second; one that is damaged meanwhile stops nobody.", async () => {
    const folder = newFolder();
    const running = openKeys({ folder, random });
    running.seal("old", place);
    rotateKeyring(folder);
    await pause(1_050);
    expect(running.seal("new", place)).toMatch(/^v1\.k2\./);
    expect(running.signLink({ purpose: "bill", subject: "b", expiresAt: null })).toMatch(/^k2\./);
    writeFileSync(keyringFile(folder), "damaged");
    await pause(1_050);
    expect(running.seal("newer", place)).toMatch(/^v1\.k2\./);
  });

  it("is refused when others may read it, when it is damaged, and is not generated where that is forbidden.", () => {
    const folder = newFolder();
    expect(() => openKeys({ folder, random, mayGenerate: false })).toThrow(/npm run keys/);
    expect(keysFaults(folder, true)).toEqual([expect.stringContaining("npm run keys")]);
    expect([keysFaults(folder, false), readdirSync(folder)]).toEqual([[], []]);
    expect(makeKeyring(folder, "operator").isMine).toBe(true);
    expect(keysFaults(folder, true)).toEqual([]);
    chmodSync(keyringFile(folder), 0o640);
    expect(() => openKeys({ folder, random })).toThrow(/chmod 600/);
    expect(keysFaults(folder, false)).toEqual([expect.stringContaining("chmod 600")]);
    chmodSync(keyringFile(folder), 0o600);
    writeFileSync(keyringFile(folder), readFileSync(keyringFile(folder), "utf8").slice(0, 60));
    expect(() => openKeys({ folder, random })).toThrow(SecretsUnusable);
  });

  it("is one and the same for processes that start at once.", async () => {
    const folder = newFolder();
    const starter = join(folder, "starter.ts");
    writeFileSync(
      starter,
      `import { makeKeyring } from ${JSON.stringify(import.meta.resolve("./keyring.ts"))};
      process.on("message", () => process.send(makeKeyring(${JSON.stringify(folder)}, "generated"), () => process.exit(0)));
      process.send("ready");`,
    );
    const children = Array.from({ length: 4 }, () => fork(starter, { execArgv: [] }));
    const heard = children.map((child) => {
      const made = new Promise<{ keyring: { indexRoot: string }; isMine: boolean }>((resolve) =>
        child.on("message", (message) => {
          if (message !== "ready") resolve(message as { keyring: { indexRoot: string }; isMine: boolean });
        }),
      );
      return { made, ready: new Promise((resolve) => child.once("message", resolve)) };
    });
    await Promise.all(heard.map(({ ready }) => ready));
    for (const child of children) child.send("go");
    const made = await Promise.all(heard.map((child) => child.made));
    expect(new Set(made.map(({ keyring }) => keyring.indexRoot)).size).toBe(1);
    expect(made.filter(({ isMine }) => isMine)).toHaveLength(1);
  });
});
