/**
 * `npm run image` builds the product's image from Debian's packages and this checkout, without a container registry;
 * with `-- --neighbours` also the images of deploy/compose.yaml. Prints where the megabytes are. Needs mmdebstrap and
 * podman. `--files-only FOLDER` writes only the product's files into a folder, for deploy/Containerfile.node-slim.
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ownVersion } from "#server/process/own-version.ts";
import { build } from "./build.ts";
import { root } from "./build-state.ts";
import { unpackDebian } from "./image/debian.ts";
import { layNeighbour, neighbours } from "./image/neighbours.ts";
import { bytesOf, layProduct } from "./image/product.ts";
import { billOfMaterials } from "./image/sbom.ts";

const { values } = parseArgs({ options: { "files-only": { type: "string" }, neighbours: { type: "boolean" } } });

/** The C and C++ libraries that Node and the packages' own libraries are linked to. Node brings authorities and time zones. */
const libraries = ["libc6", "libgcc-s1", "libstdc++6"];

/** The writable folders, which belong to the image's account. */
async function layOwn(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(join(folder, "own"), { recursive: true });
  for (const name of names) await mkdir(join(folder, "own", name), { recursive: true });
}

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-image-"));
  try {
    await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function buildImage(name: string, folder: string, file: string): void {
  const tags = ["latest", ownVersion()].flatMap((version) => ["--tag", `localhost/${name}:${version}`]);
  // Docker's format has the health check; OCI's has none.
  execFileSync("podman", ["build", "--quiet", "--format", "docker", ...tags, "--file", join(root, file), folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function buildProduct(folder: string): Promise<void> {
  const image = join(folder, "root");
  await unpackDebian(libraries, image);
  // Conversions between character sets, which Node does itself, and programs: only Node remains.
  const architecture = (await readdir(join(image, "usr/lib"))).find((name) => name.endsWith("-linux-gnu")) ?? "";
  for (const path of [`usr/lib/${architecture}/gconv`, "usr/bin", "usr/sbin", "usr/share/gcc"])
    await rm(join(image, path), { recursive: true, force: true });
  const debian = await bytesOf(image);
  await layProduct(image);
  const bill = JSON.stringify(await billOfMaterials(image));
  await writeFile(join(image, "app/sbom.cdx.json"), bill);
  await writeFile(join(root, "build/sbom.cdx.json"), bill);
  await layOwn(folder, ["data", "secrets"]);
  buildImage("tunai", folder, "deploy/Containerfile");
  await tellSizes(image, debian);
}

async function tellSizes(image: string, debian: number): Promise<void> {
  const parts: [string, number][] = [
    ["Debian's libraries", debian],
    ["Node", await bytesOf(join(image, "usr/bin/node"))],
  ];
  const modules = join(image, "app/node_modules");
  for (const name of await readdir(modules)) parts.push([name, await bytesOf(join(modules, name))]);
  for (const name of await readdir(join(image, "app")))
    if (name !== "node_modules") parts.push([`app/${name}`, await bytesOf(join(image, "app", name))]);
  const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1).padStart(7);
  const isSmall = ([, bytes]: [string, number]): boolean => bytes < 2_000_000;
  const sum = (some: [string, number][]): number => some.reduce((total, [, bytes]) => total + bytes, 0);
  for (const [name, bytes] of parts.filter((part) => !isSmall(part)).sort((a, b) => b[1] - a[1]))
    console.log(`${inMegabytes(bytes)} MB  ${name}`);
  console.log(`${inMegabytes(sum(parts.filter(isSmall)))} MB  ${parts.filter(isSmall).length} smaller parts`);
  console.log(`${inMegabytes(sum(parts))} MB  in all: localhost/tunai:${ownVersion()}`);
}

if (values["files-only"]) {
  await layProduct(join(values["files-only"], "root"));
  await layOwn(values["files-only"], ["data", "secrets"]);
} else {
  await build({ always: false });
  await inFolder(buildProduct);
  for (const neighbour of values.neighbours ? neighbours : [])
    await inFolder(async (folder) => {
      await layNeighbour(neighbour, folder);
      await layOwn(folder, neighbour.keeps);
      buildImage(neighbour.image, folder, "deploy/Containerfile.neighbour");
      console.log(`localhost/${neighbour.image}: ${neighbour.packages.join(", ")}`);
    });
}
