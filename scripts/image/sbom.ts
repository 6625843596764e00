/**
 * The software bill of materials of the image, CycloneDX 1.5: npm's own, cut to what the image holds, with Node and
 * Debian's libraries. `npm sbom --omit=dev` leaves out packages that a development one needs too, so it is cut here.
 */
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownVersion } from "#server/process/own-version.ts";
import { root } from "../build-state.ts";
import { runtimePackages, type Locked } from "./runtime-packages.ts";

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  "bom-ref": string;
  [more: string]: unknown;
}
export interface BillOfMaterials {
  metadata: { component: { name: string; [more: string]: unknown }; [more: string]: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  [more: string]: unknown;
}

/** @param image its root file system, whose Debian packages are named too; null: only npm's packages and Node */
export async function billOfMaterials(image: string | null): Promise<BillOfMaterials> {
  const written = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64_000_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const bill = JSON.parse(written) as BillOfMaterials;
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const packageNames = new Set(
    runtimePackages(packages).map(
      (path) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${packages[path]?.version}`,
    ),
  );
  const components = bill.components.filter((one) => packageNames.has(one["bom-ref"]));
  const own = `tunai@${ownVersion()}`;
  const refs = new Set([own, ...components.map((one) => one["bom-ref"])]);
  bill.metadata.component.name = "tunai";
  return {
    ...bill,
    components: [...components, node(), ...(image === null ? [] : await debian(image))],
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

function node(): Component {
  const { node: version } = process.versions;
  return { type: "platform", name: "node", version, purl: `pkg:generic/node@${version}`, "bom-ref": `node@${version}` };
}

/** The fields of each Debian package, from the files that the image keeps of them. */
async function debian(image: string): Promise<Component[]> {
  const folder = join(image, "var/lib/dpkg/status.d");
  const found: Component[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const fields = await readFile(join(folder, file), "utf8");
    const field = (name: string): string => new RegExp(`^${name}: (.+)$`, "m").exec(fields)?.[1] ?? "";
    const [name, version, architecture] = [field("Package"), field("Version"), field("Architecture")];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    found.push({ type: "library", name, version, purl, "bom-ref": purl });
  }
  return found;
}
