/** A bare Node server that sends what the product just sent, to compare with. */
import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { serve, type Served } from "./processes.ts";

interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

export function fetchRaw(url: string, headers: Record<string, string>, status = 200): Promise<Answer> {
  return new Promise((done, failed) => {
    get(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        if (response.statusCode !== status) failed(new Error(`${url} answered ${response.statusCode}`));
        done({ headers: response.headers as Record<string, string>, body: Buffer.concat(parts) });
      });
    }).on("error", failed);
  });
}

/** One of the servers of `bench/peers/bare.ts`. */
export const bare = (kind: string[], environment: Record<string, string> = {}): Promise<Served> =>
  serve(["bench/peers/bare.ts", ...kind], environment, "is ready");

/** A bare server that answers with the same bytes and headers as the product just did; its file goes into `folder`. */
export async function sameBytes(
  folder: string,
  product: Served,
  path: string,
  headers: Record<string, string>,
  status = 200,
): Promise<Served> {
  // The second answer: the first one fills the page cache.
  await fetchRaw(product.origin + path, headers, status);
  const answer = await fetchRaw(product.origin + path, headers, status);
  const { date: _date, connection: _connection, "keep-alive": _keep, ...own } = answer.headers;
  const file = join(folder, `${path.replaceAll(/\W/g, "_")}.json`);
  await writeFile(file, JSON.stringify({ status, headers: own, base64: answer.body.toString("base64") }));
  return bare(["bytes", file]);
}
