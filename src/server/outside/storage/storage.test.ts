import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedClock } from "#server/clock.ts";
import { openKeys } from "#server/keys.server.ts";
import { systemRandom } from "#server/random.ts";
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
const object = { bytes: new Uint8Array(Buffer.concat([Buffer.from(canary), randomBytes(100_000)])), contentType: "image/jpeg" };

afterAll(() => rm(home, { recursive: true }));

function behavesAsStore(open: () => StoragePort, spoil: (key: string) => Promise<void>): void {
  it("gives back what was put, under random keys, and nothing for unknown or foreign keys", async () => {
    const store = open();
    const [one, two] = [await store.put(object), await store.put(object)];
    expect(one).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{30}$/);
    expect(one).not.toBe(two);
    expect(await store.get(one)).toEqual(object);
    expect(await store.get("00/00000000000000000000000000000000")).toBeUndefined();
    for (const key of ["../secrets/keyring.json", "/etc/passwd", `${one}/..`, ""]) expect(await store.get(key)).toBeUndefined();
  });
  it("removes for good, and removing twice is no fault", async () => {
    const store = open();
    const key = await store.put(object);
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeUndefined();
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
  /** Signature version 4 from its description: canonical request, string to sign, derived key. */
  function isSigned({ method, path, headers, body }: Heard): boolean {
    const [, credential = "", signedNames = "", signature = ""] = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
    const [keyId, day = "", region = "", service = "", end = ""] = credential.split("/");
    const sha = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
    const mac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
    const time = String(headers["x-amz-date"]);
    const bodyHash = String(headers["x-amz-content-sha256"]);
    const canonical = [method, path, "", ...signedNames.split(";").map((name) => `${name}:${String(headers[name])}`), "", signedNames, bodyHash].join("\n");
    const text = ["AWS4-HMAC-SHA256", time, [day, region, service, end].join("/"), sha(canonical)].join("\n");
    const key = mac(mac(mac(mac(`AWS4${settings.secretAccessKey}`, day), region), service), "aws4_request");
    const isTimely = time === clock.realNow().toISOString().replace(/[:-]|\.\d{3}/g, "") && day === time.slice(0, 8);
    return keyId === "AKID" && service === "s3" && region === settings.region && isTimely && bodyHash === sha(body) && mac(key, text).toString("hex") === signature;
  }
  const open = (change: object = {}) => createS3Storage({ ...settings, ...change }, { peer: outbound.peer("s3", peer.url), random, sealer, realNow: clock.realNow });
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
  });
});
