/** The built browser files with their compressed copies. Only files that existed at the start are served. */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { takesBrotli } from "./compression.ts";
import type { HttpResponse } from "./exchange.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
/** The build puts a hash of the contents into the names in this folder. */
const lasting = "/assets/";

/** One encoding of a file. */
interface Form {
  headers: Readonly<Record<string, string>>;
  name: string;
  /** Kept after the first request: all files together are about a megabyte. */
  response: HttpResponse | null;
}
interface File {
  plain: Form;
  /** Null when compression saved nothing. */
  brotli: Form | null;
}

export class Assets {
  readonly #files = new Map<string, File>();

  constructor(folder: string) {
    for (const [path, within] of [
      ["/", folder],
      [lasting, join(folder, "assets")],
    ] as const) {
      for (const entry of existsSync(within) ? readdirSync(within, { withFileTypes: true }) : []) {
        const type = types[extname(entry.name)];
        if (!entry.isFile() || !type) continue;
        const name = join(within, entry.name);
        const headers = {
          "content-type": type,
          "cache-control": path === lasting ? "public, max-age=31536000, immutable" : "public, max-age=86400",
          vary: "Accept-Encoding",
        };
        const brotli = existsSync(`${name}.br`)
          ? { headers: { ...headers, "content-encoding": "br" }, name: `${name}.br`, response: null }
          : null;
        this.#files.set(path + entry.name, { plain: { headers, name, response: null }, brotli });
      }
    }
  }

  /** The file at this path, synchronously after the first request; undefined when there is none. `acceptedEncodings` is the request's header. */
  find(path: string, acceptedEncodings: string | null): HttpResponse | Promise<HttpResponse> | undefined {
    const file = this.#files.get(path);
    if (!file) return undefined;
    const form = file.brotli && takesBrotli(acceptedEncodings) ? file.brotli : file.plain;
    return form.response ?? read(form);
  }
}

async function read(form: Form): Promise<HttpResponse> {
  try {
    return (form.response = { status: 200, headers: form.headers, body: await readFile(form.name) });
  } catch {
    // Another build removed the file after the start.
    return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "This file is gone." };
  }
}
