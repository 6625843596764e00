/** Root file systems out of Debian's packages, without a container registry: what this machine's apt reads, unpacked by mmdebstrap. */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The account in every image. */
export const account = 10_001;

/** Parts of packages that no program opens; each package's `copyright` stays with it. */
const unread = ["usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/lintian", "usr/share/gdb"];
/** The package managers' own folders; of dpkg's, `status.d` stays and shows scanners what is inside. */
const managers = ["etc/apt", "etc/dpkg", "var/cache", "var/log", "var/lib/apt"];

/** Records each package before mmdebstrap deletes the archives. */
const noteEach = `mkdir -p "$1/var/lib/dpkg/status.d"
for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
done`;

/**
 * Unpacks packages and those they depend on into a folder, without running their scripts: the result contains programs
 * and libraries, no apt, no dpkg. Needs mmdebstrap and an apt that reads Debian's packages; root or not.
 */
export async function unpackDebian(packages: readonly string[], folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  const hooks = "/usr/share/mmdebstrap/hooks/merged-usr";
  const { codename, lines } = sourcesOfThisMachine();
  execFileSync(
    "mmdebstrap",
    [
      "--quiet",
      "--variant=extract",
      `--hook-dir=${hooks}`,
      `--extract-hook=${noteEach}`,
      `--include=${packages.join(",")}`,
      codename,
      archive,
      "-",
    ],
    { input: lines, stdio: ["pipe", "ignore", "inherit"] },
  );
  await mkdir(folder, { recursive: true });
  execFileSync("tar", ["-x", "--no-same-owner", "--exclude=./dev", "-C", folder, "-f", archive]);
  await rm(archive);
  for (const path of [...unread, ...managers]) await rm(join(folder, path), { recursive: true, force: true });
  const known = join(folder, "var/lib/dpkg");
  for (const name of await readdir(known)) if (name !== "status.d") await rm(join(known, name), { recursive: true });
  for (const path of ["etc/hostname", "etc/resolv.conf", "etc/fstab", "usr/bin/apt", "usr/bin/dpkg"])
    await rm(join(folder, path), { force: true });
  for (const path of ["etc", "proc", "sys", "dev", "run", "tmp"]) await mkdir(join(folder, path), { recursive: true });
  await writeFile(
    join(folder, "etc/passwd"),
    `root:x:0:0:root:/:/usr/sbin/nologin\ntunai:x:${account}:${account}:tunai:/data:/usr/sbin/nologin\n`,
  );
  await writeFile(join(folder, "etc/group"), `root:x:0:\ntunai:x:${account}:\n`);
  await writeFile(join(folder, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
}

/** Debian's archives as this machine's apt reads them: its mirror, its proxy, its release. */
function sourcesOfThisMachine(): { codename: string; lines: string } {
  const listed = execFileSync(
    "apt-get",
    ["indextargets", "--format", "$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)", "Identifier: Packages"],
    { encoding: "utf8" },
  );
  const sources = listed
    .trim()
    .split("\n")
    .map((line) => line.split("|"))
    .filter(([origin]) => origin === "Debian");
  const [first] = sources;
  if (!first)
    throw new Error(
      "apt reads no archive of Debian here: run `apt-get update` on a Debian, or build deploy/Containerfile.node-slim.",
    );
  const lines = sources.map(([, uri, release, component]) => `deb ${uri} ${release} ${component}\n`);
  return { codename: first[2] as string, lines: lines.join("") };
}
