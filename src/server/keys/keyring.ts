/**
 * The installation's keys: one file in SECRETS_DIR, mode 0600, created by the first process that starts and shared by
 * all. It is never in the database or the repository; a backup must include both (security rules 23).
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";

const secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const schema = v.strictObject({
  version: v.literal(1),
  /** `generated`: made by a start of the product, refused in prod. `operator`: made on purpose by `npm run keys -- make`. */
  origin: v.picklist(["generated", "operator"]),
  /** Root of blind indexes and message codes. It never rotates, because existing indexes could no longer be found. */
  indexRoot: secret,
  /** Oldest first; the last one encrypts and signs, all of them decrypt and verify. */
  keys: v.pipe(v.array(v.strictObject({ id: v.pipe(v.string(), v.regex(/^k\d{1,6}$/)), secret })), v.minLength(1)),
});
export type Keyring = v.InferOutput<typeof schema>;

/** The secrets are unusable; the message tells the operator what to do and contains no secret. */
export class SecretsUnusable extends Error {
  override readonly name = "SecretsUnusable";
}

export const keyringFile = (folder: string): string => join(folder, "keyring.json");
const newSecret = (): string => randomBytes(32).toString("base64url");

/** Reads the keyring; undefined without one. @throws SecretsUnusable when others may read it or it is damaged. */
export function readKeyring(folder: string): Keyring | undefined {
  const file = keyringFile(folder);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return undefined;
  if (process.platform !== "win32" && mode & 0o077)
    throw new SecretsUnusable(
      `${file} may be read by others: chmod 600 it, and rotate the keys if that was not intended.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    content = undefined;
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success)
    throw new SecretsUnusable(
      `${file} is damaged. Restore it from its backup: what is sealed in the database opens with these keys alone.`,
    );
  return parsed.output;
}

/** Changes whenever the keyring's file does; a rotation always brings a new file. */
export function stampOf(folder: string): string {
  const file = statSync(keyringFile(folder), { throwIfNoEntry: false });
  return file ? `${file.ino} ${file.size} ${file.mtimeMs}` : "";
}

/** Creates the keyring unless another process was first; returns the valid one. */
export function makeKeyring(folder: string, origin: Keyring["origin"]): { keyring: Keyring; isMine: boolean } {
  const isMine = makeOnce(
    keyringFile(folder),
    `${JSON.stringify({ version: 1, origin, indexRoot: newSecret(), keys: [{ id: "k1", secret: newSecret() }] })}\n`,
  );
  const keyring = readKeyring(folder);
  if (!keyring) throw new SecretsUnusable(`${keyringFile(folder)} vanished while it was being made.`);
  return { keyring, isMine };
}

/** Adds a key that encrypts from now on. Running processes load it when they restart or meet a value encrypted with it. */
export function rotateKeyring(folder: string): Keyring {
  const lock = `${keyringFile(folder)}.lock`;
  try {
    closeSync(openSync(lock, "wx", 0o600));
  } catch {
    throw new SecretsUnusable(`Another rotation is under way (${lock}). If none is, remove that file.`);
  }
  try {
    const present = readKeyring(folder);
    if (!present) throw new SecretsUnusable(`There is no keyring in ${folder} to rotate.`);
    const newest = Math.max(...present.keys.map((key) => Number(key.id.slice(1))));
    const next: Keyring = { ...present, keys: [...present.keys, { id: `k${newest + 1}`, secret: newSecret() }] };
    const draft = writeDraft(keyringFile(folder), `${JSON.stringify(next)}\n`);
    renameSync(draft, keyringFile(folder));
    syncFolder(folder);
    return next;
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Writes a secret file of mode 0600 completely or not at all, and never again: `link` fails when the name exists, so
 * among many processes exactly one determines the content. Returns whether this one did.
 */
export function makeOnce(file: string, content: string): boolean {
  const folder = dirname(file);
  // Only the folder of secrets is private: the database's own user must be able to pass through its parent.
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = writeDraft(file, content);
  try {
    linkSync(draft, file);
    syncFolder(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(file: string, content: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return draft;
}

/** A new name survives a power cut only once its folder is written too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
