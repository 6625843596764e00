/** Objects in an S3 bucket (path style, signature version 4). */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { Random } from "#server/process/random.ts";
import type { OutboundAnswer, Peer } from "../http.ts";
import type { ObjectPage, StoragePort } from "./port.ts";
import { isObjectKey, newObjectKey, openObject, sealObject, type ObjectSealer } from "./sealed.ts";

export interface S3Settings {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function createS3Storage(
  settings: S3Settings,
  tools: { peer: Peer; random: Random; sealer: ObjectSealer; realNow: () => Date },
): StoragePort {
  const { peer, random, sealer, realNow } = tools;
  const send = async (method: "GET" | "PUT" | "DELETE", key: string, body?: Uint8Array): Promise<OutboundAnswer> =>
    ask(method, `/${settings.bucket}/${key}`, body);
  const ask = async (method: "GET" | "PUT" | "DELETE", path: string, body?: Uint8Array): Promise<OutboundAnswer> => {
    const signer = new AwsV4Signer({
      method,
      url: `${peer.origin}${peer.basePath}${path}`,
      headers: {
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        ...(body ? { "content-type": "application/octet-stream" } : {}),
      },
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      region: settings.region,
      service: "s3",
      datetime: realNow()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    const headers: Record<string, string> = {};
    signed.headers.forEach((value, name) => (headers[name] = value));
    return peer.send({ method, path, headers, ...(body ? { body } : {}) });
  };
  const fault = (method: string, answer: OutboundAnswer): Error =>
    new Error(`Object storage answered ${answer.status} to ${method}.`);
  return {
    adapter: "s3",
    async put(object) {
      const key = newObjectKey(random);
      const answer = await send("PUT", key, sealObject(sealer, key, object));
      if (answer.status !== 200) throw fault("PUT", answer);
      return key;
    },
    async get(key) {
      if (!isObjectKey(key)) return undefined;
      const answer = await send("GET", key);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw fault("GET", answer);
      return openObject(sealer, key, answer.body);
    },
    async list(after) {
      // ListObjectsV2; keys come in byte order, so the last one of a page is where the next begins.
      const query = new URLSearchParams({
        "encoding-type": "url",
        "list-type": "2",
        "max-keys": "1000",
        ...(after ? { "start-after": after } : {}),
      });
      const answer = await ask("GET", `/${settings.bucket}?${query}`);
      if (answer.status !== 200) throw fault("LIST", answer);
      return pageOf(Buffer.from(answer.body).toString("utf8"));
    },
    async remove(key) {
      if (!isObjectKey(key)) return;
      const answer = await send("DELETE", key);
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) throw fault("DELETE", answer);
    },
  };
}

/**
 * Reads the answer of ListObjectsV2. Only our own keys (hexadecimal digits and a slash) and a time are extracted, and
 * keys come URL-encoded, so other XML syntax cannot appear in them.
 */
function pageOf(xml: string): ObjectPage {
  const items: ObjectPage["items"] = [];
  let last: string | null = null;
  for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = decodeURIComponent((/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? "").replaceAll("+", " "));
    const storedAt = new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? "");
    last = key;
    if (isObjectKey(key) && !Number.isNaN(storedAt.getTime())) items.push({ key, storedAt });
  }
  return { items, next: /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml) ? last : null };
}
