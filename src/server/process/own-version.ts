/** The release that runs. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The version that package.json names. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(resolve("package.json"), "utf8")) as { version: string }).version;

let build: string | undefined;
/** Names the running build by the hash of its sources; the version without a build. */
export function ownBuild(): string {
  if (build === undefined) {
    const stamp = resolve("build/stamp");
    build = existsSync(stamp) ? readFileSync(stamp, "utf8").slice(0, 12) : ownVersion();
  }
  return build;
}
