/**
 * The key of the sandbox: signs what its bank sends us and seals what its tables keep, so that an installation's data
 * folder holds no personal value in the clear. A file in SECRETS_DIR, made once, shared by all processes.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface SandboxSecret {
  /** Hex HMAC-SHA256 over `text`, for callbacks. */
  sign(text: string): string;
  /** AES-256-GCM: nonce, tag, bytes. */
  seal(value: object): Buffer;
  /** Throws when the bytes were changed or another key made them. */
  open<Value extends object>(sealed: Uint8Array): Value;
  /** Keyed hash for looking a value up. */
  index(text: string): Buffer;
}

interface Randomness {
  bytes(count: number): Buffer;
}

/** Opens the installation's sandbox key and makes it where there is none. Two processes that start together share one. */
export async function openSandboxSecret(secretsDir: string, random: Randomness): Promise<SandboxSecret> {
  const file = join(secretsDir, "sandbox.key");
  const existing = await readFile(file).catch(() => undefined);
  if (existing) return sandboxSecret(existing, random);
  await mkdir(secretsDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${random.bytes(8).toString("hex")}`;
  await writeFile(draft, random.bytes(32), { mode: 0o600, flag: "wx" });
  // Linking fails where another process was first: then its key is the one.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return sandboxSecret(await readFile(file), random);
}

export function sandboxSecret(master: Uint8Array, random: Randomness): SandboxSecret {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", master, "", `tunai sandbox ${purpose}`, 32));
  const signing = derive("signing");
  const sealing = derive("sealing");
  const indexing = derive("indexing");
  return {
    sign: (text) => createHmac("sha256", signing).update(text).digest("hex"),
    seal(value) {
      const nonce = random.bytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const bytes = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
    },
    open<Value extends object>(sealed: Uint8Array) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")) as Value;
    },
    index: (text) => createHmac("sha256", indexing).update(text).digest(),
  };
}
