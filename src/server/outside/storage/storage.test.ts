import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { startPartner, type Heard, type PartnerPeer } from "../../../../tests/peers/partner.ts";
import { createOutbound } from "../http.ts";
import { createFolderStorage } from "./folder.ts";
import type { StoragePort } from "./port.ts";
import { createS3Storage } from "./s3.ts";

const random = systemRandom();
const clock = fixedClock();
const home = await mkdtemp(join(tmpdir(), "storage-"));
const sealer = openKeys({ folder: join(home, "secrets"), random });
const canary = "canary-3174014107900001";
const object = {
  bytes: new Uint8Array(Buffer.concat([Buffer.from(canary), randomBytes(100_000)])),
  contentType: "image/jpeg",
};

afterAll(() => rm(home, { recursive: true }));

function behavesAsStore(open: () => StoragePort, spoil: (key: string) => Promise<void>): void {
  it("gives back what was put, under random keys, and nothing for unknown or foreign keys", async () => {
    const store = open();
    const [one, two] = [await store.put(object), await store.put(object)];
    expect(one).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{30}$/);
    expect(one).not.toBe(two);
    expect(await store.get(one)).toEqual(object);
    expect(await store.get("00/00000000000000000000000000000000")).toBeUndefined();
    for (const key of ["../secrets/keyring.json", "/etc/passwd", `${one}/..`, ""])
      expect(await store.get(key)).toBeUndefined();
  });
  it("removes for good, and removing twice is no fault", async () => {
    const store = open();
    const key = await store.put(object);
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeUndefined();
  });
  it("lists every object once, page by page, with its time, and nothing that was removed", async () => {
    const store = open();
    const [kept, gone] = [await store.put(object), await store.put(object)];
    await store.remove(gone);
    const found: { key: string; storedAt: Date }[] = [];
    for (let after: string | undefined; ;) {
      const page = await store.list(after);
      found.push(...page.items);
      if (page.next === null) break;
      expect(page.next > (after ?? "")).toBe(true);
      after = page.next;
    }
    const keys = found.map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(keys).toContain(kept);
    expect(keys).not.toContain(gone);
    expect(
      Math.abs(found.find(({ key }) => key === kept)!.storedAt.getTime() - clock.realNow().getTime()),
    ).toBeLessThan(366 * 86_400_000);
  });
  it("throws rather than give back changed bytes", async () => {
    const store = open();
    const key = await store.put(object);
    await spoil(key);
    await expect(store.get(key)).rejects.toThrow("stored_object");
  });
}

describe("storage in a folder", () => {
  const folder = join(home, "objects");
  const open = () => createFolderStorage({ folder, random, sealer });
  behavesAsStore(open, async (key) => {
    const bytes = await readFile(join(folder, key));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(join(folder, key), bytes);
  });
  it("tells and removes what a crash left half written", async () => {
    const key = await open().put(object);
    const half = `${key.slice(0, 2)}/${key.slice(0, 2)}${"a".repeat(30)}`;
    await writeFile(join(folder, `${half}.draft`), "half");
    const after =
      key.slice(0, 2) === "00" ? undefined : (Number.parseInt(key.slice(0, 2), 16) - 1).toString(16).padStart(2, "0");
    expect((await open().list(after)).items.map((item) => item.key)).toContain(half);
    await open().remove(half);
    expect((await open().list(after)).items.map((item) => item.key)).not.toContain(half);
  });
  it("leaves no readable byte, no draft, and files for the owner alone", async () => {
    const key = await open().put(object);
    expect((await readFile(join(folder, key))).includes(canary)).toBe(false);
    expect((await stat(join(folder, key))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".draft"))).toEqual([]);
  });
});

describe("storage in S3", () => {
  let peer: PartnerPeer;
  const kept = new Map<string, Buffer>();
  const outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: false });
  const settings = { bucket: "tunai", region: "ap-southeast-3", accessKeyId: "AKID", secretAccessKey: "SECRET" };
  beforeAll(async () => {
    peer = await startPartner((heard) => {
      if (!isSigned(heard)) return { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" };
      if (heard.method === "GET" && heard.path.includes("list-type=2"))
        return { status: 200, body: listing(new URL(heard.path, "http://s3").searchParams) };
      if (heard.method === "PUT") kept.set(heard.path, heard.body);
      if (heard.method === "DELETE") kept.delete(heard.path);
      const found = kept.get(heard.path);
      if (heard.method === "GET") return found ? { status: 200, body: found } : { status: 404 };
      return { status: heard.method === "PUT" ? 200 : 204 };
    });
  });
  afterAll(async () => {
    outbound.close();
    await peer.close();
  });
  /** ListObjectsV2 of a shared bucket; pages of two objects, so that there are several. */
  function listing(query: URLSearchParams): string {
    const all = [...kept.keys()]
      .map((path) => path.slice("/tunai/".length))
      .concat("zz foreign & <odd>.txt", "00-backup/a.tar")
      .sort();
    const rest = all.filter((key) => key > (query.get("start-after") ?? ""));
    expect(query.get("encoding-type")).toBe("url");
    const entries = rest
      .slice(0, 2)
      .map(
        (key) =>
          `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${clock.realNow().toISOString()}</LastModified><Size>1</Size></Contents>`,
      );
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>tunai</Name><IsTruncated>${rest.length > 2}</IsTruncated>${entries.join("")}</ListBucketResult>`;
  }
  /** Signature version 4 written from its description: canonical request, string to sign, derived key. */
  function isSigned({ method, path, headers, body }: Heard): boolean {
    const [, credential = "", signedNames = "", signature = ""] =
      /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
    const [keyId, day = "", region = "", service = "", end = ""] = credential.split("/");
    const sha = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
    const mac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
    const time = String(headers["x-amz-date"]);
    const bodyHash = String(headers["x-amz-content-sha256"]);
    const [place = "", search = ""] = path.split("?");
    const encoded = (text: string): string =>
      encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    const query = [...new URLSearchParams(search)]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join("&");
    const canonical = [
      method,
      place,
      query,
      ...signedNames.split(";").map((name) => `${name}:${String(headers[name])}`),
      "",
      signedNames,
      bodyHash,
    ].join("\n");
    const text = ["AWS4-HMAC-SHA256", time, [day, region, service, end].join("/"), sha(canonical)].join("\n");
    const key = mac(mac(mac(mac(`AWS4${settings.secretAccessKey}`, day), region), service), "aws4_request");
    const isTimely =
      time ===
        clock
          .realNow()
          .toISOString()
          .replace(/[:-]|\.\d{3}/g, "") && day === time.slice(0, 8);
    return (
      keyId === "AKID" &&
      service === "s3" &&
      region === settings.region &&
      isTimely &&
      bodyHash === sha(body) &&
      mac(key, text).toString("hex") === signature
    );
  }
  const open = (change: object = {}) =>
    createS3Storage(
      { ...settings, ...change },
      { peer: outbound.peer("s3", peer.url), random, sealer, realNow: clock.realNow },
    );
  behavesAsStore(open, async (key) => {
    kept.get(`/tunai/${key}`)![200]! ^= 1;
  });
  it("sends sealed bytes only, and throws when the store does not take or give them", async () => {
    const key = await open().put(object);
    expect(kept.get(`/tunai/${key}`)!.includes(canary)).toBe(false);
    const stranger = open({ secretAccessKey: "WRONG" });
    await expect(stranger.put(object)).rejects.toThrow("403");
    await expect(stranger.get(key)).rejects.toThrow("403");
    await expect(stranger.remove(key)).rejects.toThrow("403");
    await expect(stranger.list()).rejects.toThrow("403");
  });
});
