/** The port to the installation's keys: sealing at rest, blind indexes, message codes, signed links, keys of borrowers. */
import type { Random } from "./random.ts";
import { createBorrowerKeys, type BorrowerKeys } from "./keys/borrower-keys.ts";
import { makeKeyring, readKeyring, SecretsUnusable, stampOf, type Keyring } from "./keys/keyring.ts";
import { signLink, verifyLink, type LinkClaim, type LinkKeys, type LinkWish } from "./keys/links.ts";
import { bytesOf, createSealer, deriveKey, isSame, macOf, type Sealer } from "./keys/sealing.ts";

export { BorrowerShredded, type BorrowerKeys } from "./keys/borrower-keys.ts";
export { makeOnce, SecretsUnusable } from "./keys/keyring.ts";
export type { LinkClaim, LinkWish } from "./keys/links.ts";
export { SealBroken, type Place, type Sealer } from "./keys/sealing.ts";

/** What may be looked up without being readable. One kind is one index: equal values of two kinds do not look alike. */
export type IndexKind = "mobile" | "email" | "nik" | "npwp" | "bank-account" | "device" | "external-account" | "address" | "name";

/** `seal`, `open`, `sealBytes`, `openBytes` for what belongs to no borrower; `borrowerKeys` for what does. */
export interface Keys extends Sealer {
  borrowerKeys: BorrowerKeys;
  /**
   * HMAC of a normalised value, to find and compare what is stored sealed. It does not rotate.
   * @throws RangeError for an empty value: all rows without one would look alike.
   */
  blindIndex(kind: IndexKind, normalisedValue: string): string;
  /** HMAC of parts for one purpose (`otp`, `session-check`): 43 URL-safe characters. Parts cannot run into each other. */
  mac(purpose: string, ...parts: string[]): string;
  /** Whether `code` is the MAC of these parts; compared in constant time. */
  isMac(code: string, purpose: string, ...parts: string[]): boolean;
  signLink(wish: LinkWish): string;
  verifyLink(token: string, purpose: string, now: Date): LinkClaim | null;
  /** True when a start of the product made the keys; prod refuses them (`productionFaults`). */
  areGenerated: boolean;
}

export interface KeysOptions {
  /** SECRETS_DIR. */
  folder: string;
  /** Makes nonces and the borrowers' keys; the installation's own keys always come from the system. */
  random: Pick<Random, "bytes">;
  /** Whether missing keys are made. Not in prod: there the operator makes them and puts them away safely. */
  mayGenerate?: boolean;
}

/** Opens the keys of an installation. @throws SecretsUnusable with one clear line. */
export function openKeys(options: KeysOptions): Keys {
  const { folder, random, mayGenerate = true } = options;
  let ring = readKeyring(folder);
  if (!ring && !mayGenerate) throw new SecretsUnusable(`There are no keys in ${folder}. Make them and back them up: npm run keys -- make.`);
  ring ??= makeKeyring(folder, "generated").keyring;
  const roots = rootsOf(ring, folder);
  const indexRoot = Buffer.from(ring.indexRoot, "base64url");
  const indexKey = remembered((use: string) => deriveKey(indexRoot, use));
  const fieldKey = remembered((idAndTable: string) => {
    const [id = "", table = ""] = idAndTable.split("\n");
    const root = roots.find(id);
    return root && deriveKey(root, `field/${table}`);
  });
  const linkKey = remembered((id: string) => {
    const root = roots.find(id);
    return root && deriveKey(root, "link");
  });
  const sealer = createSealer(
    {
      keyFor(wished, table) {
        const id = wished ?? roots.newest();
        const key = fieldKey(`${id}\n${table}`);
        return key ? { id, key } : null;
      },
    },
    random,
    "installation",
  );
  const linkKeys = (): LinkKeys => {
    const id = roots.newest();
    const key = linkKey(id);
    if (!key) throw new SecretsUnusable(`The newest key of ${folder} is missing.`);
    return { newest: { id, key }, find: linkKey };
  };
  const macFor = (purpose: string, parts: readonly string[]): Buffer => macOf(indexKey(`mac/${purpose}`), parts);
  return {
    ...sealer,
    borrowerKeys: createBorrowerKeys(sealer, random),
    blindIndex(kind, normalisedValue) {
      if (normalisedValue === "") throw new RangeError(`There is no ${kind} to index.`);
      return macOf(indexKey(`index/${kind}`), [normalisedValue]).toString("base64url");
    },
    mac: (purpose, ...parts) => macFor(purpose, parts).toString("base64url"),
    isMac(code, purpose, ...parts) {
      const bytes = bytesOf(code);
      return bytes !== null && isSame(bytes, macFor(purpose, parts));
    },
    signLink: (wish) => signLink(linkKeys(), wish),
    verifyLink: (token, purpose, now) => verifyLink(linkKeys(), token, purpose, now),
    areGenerated: ring.origin === "generated",
  };
}

/** A rotation is taken up by every process within so long; between two looks it costs nothing. */
const lookMilliseconds = 1_000;

/**
 * The rotating roots by id. The file is read again when it changed: looked for once a second while there is something to
 * seal, and at once for an id that this process does not know.
 */
function rootsOf(first: Keyring, folder: string): { newest(): string; find(id: string): Buffer | null } {
  let ring = first;
  let stamp = stampOf(folder);
  let looked = performance.now();
  const have = (id: string) => ring.keys.find((key) => key.id === id)?.secret;
  // Invented ids cost a look at the file's date, not a reading of the file.
  const look = (): void => {
    const present = stampOf(folder);
    if (present === stamp) return;
    ring = readKeyring(folder) ?? ring;
    stamp = present;
  };
  return {
    newest() {
      if (performance.now() - looked >= lookMilliseconds) {
        looked = performance.now();
        try {
          look();
        } catch (error) {
          // Damaged or open to others now: the next start says so. What this process knows still seals.
          if (!(error instanceof SecretsUnusable)) throw error;
        }
      }
      return ring.keys.at(-1)?.id ?? "";
    },
    find(id) {
      let secret = have(id);
      if (!secret) {
        look();
        secret = have(id);
      }
      return secret ? Buffer.from(secret, "base64url") : null;
    },
  };
}

/** Keeps what `make` gave for a name; nothing is kept for null, so that a key that arrives later is found. */
function remembered<Key extends Buffer | null>(make: (name: string) => Key): (name: string) => Key {
  const kept = new Map<string, Key>();
  return (name) => {
    const known = kept.get(name);
    if (known) return known;
    const made = make(name);
    if (made) kept.set(name, made);
    return made;
  };
}
