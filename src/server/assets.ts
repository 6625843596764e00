/** The built browser files, with the compressed copies that the build laid beside them. Only what was there at the start is served. */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Told } from "#server/exchange.ts";

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

interface File {
  headers: Record<string, string>;
  name: string;
  isCompressed: boolean;
}

export class Assets {
  readonly #files = new Map<string, File>();
  readonly #read = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    for (const [path, within] of [["/", folder], [lasting, join(folder, "assets")]] as const) {
      for (const entry of existsSync(within) ? readdirSync(within, { withFileTypes: true }) : []) {
        const type = types[extname(entry.name)];
        if (!entry.isFile() || !type) continue;
        const name = join(within, entry.name);
        const headers = { "content-type": type, "cache-control": path === lasting ? "public, max-age=31536000, immutable" : "public, max-age=86400", vary: "Accept-Encoding" };
        this.#files.set(path + entry.name, { headers, name, isCompressed: existsSync(`${name}.br`) });
      }
    }
  }

  /** The file at this path; undefined where there is none. `acceptedEncodings` is the request's header. */
  find(path: string, acceptedEncodings: string | null): Promise<Told> | undefined {
    const file = this.#files.get(path);
    return file && this.#tell(file, acceptedEncodings);
  }

  async #tell(file: File, acceptedEncodings: string | null): Promise<Told> {
    const compressed = file.isCompressed && (acceptedEncodings ?? "").includes("br");
    const headers = compressed ? { ...file.headers, "content-encoding": "br" } : { ...file.headers };
    const name = compressed ? `${file.name}.br` : file.name;
    try {
      return { status: 200, headers, body: await this.#bytes(name) };
    } catch {
      // Another build took it away after the start.
      this.#read.delete(name);
      return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "This file is gone." };
    }
  }

  /** All files together are about a megabyte, so what was asked for once stays in memory. */
  #bytes(name: string): Promise<Buffer> {
    let bytes = this.#read.get(name);
    if (!bytes) this.#read.set(name, (bytes = readFile(name)));
    return bytes;
  }
}
