/** The import graph of the product, types included, and its cycles: of files and of domains. */
import { dirname, join } from "node:path";
import { productSources, type Source } from "#tests/support/house-sources.ts";

export interface Import {
  from: string;
  to: string;
}

/** Imports of the product's TypeScript by its TypeScript, of values and of types, static or dynamic. */
export function importsBetween(files: readonly Source[]): Import[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, code }) =>
    [...code.matchAll(/\b(?:from|import|import\()\s*["']([#.][^"'?]+)["']/g)].flatMap(([, specifier = ""]) => {
      const target = specifier.startsWith("#") ? `src/${specifier.slice(1)}` : join(dirname(path), specifier);
      return paths.has(target) && target !== path ? [{ from: path, to: target }] : [];
    }),
  );
}

/** Sets of two nodes or more, each of which leads to each other one (Tarjan); sorted. */
export function circlesOf(edges: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (!next.has(from)) next.set(from, new Set());
    if (!next.has(to)) next.set(to, new Set());
    next.get(from)?.add(to);
  }
  const numberOf = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const visit = (node: string): void => {
    numberOf.set(node, numberOf.size);
    lowest.set(node, numberOf.get(node) as number);
    open.push(node);
    isOpen.add(node);
    for (const other of next.get(node) ?? []) {
      if (!numberOf.has(other)) visit(other);
      if (isOpen.has(other))
        lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(other) ?? (numberOf.get(other) as number)));
    }
    if (lowest.get(node) !== numberOf.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    for (const one of circle) isOpen.delete(one);
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const node of next.keys()) visit(node);
  return circles.toSorted((a, b) => b.length - a.length || (a[0] as string).localeCompare(b[0] as string));
}

/** `account/login` of a file of that domain. */
const domainOf = (path: string): string | undefined => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1];

const imports = importsBetween(productSources);
const betweenDomains = imports.flatMap(({ from, to }) => {
  const [importer, imported] = [domainOf(from), domainOf(to)];
  return importer === undefined || imported === undefined || importer === imported
    ? []
    : [{ from: importer, to: imported, file: from, target: to }];
});

/** Circles of files, each with the imports that make it. */
export const circlesOfFiles = (): { members: string[]; imports: string[] }[] =>
  circlesOf(imports).map((members) => ({
    members,
    imports: imports
      .filter(({ from, to }) => members.includes(from) && members.includes(to))
      .map(({ from, to }) => `${from} → ${to}`),
  }));

/** Circles of domains, each with the imports between its members. */
export const circlesOfDomains = (): { members: string[]; imports: string[] }[] =>
  circlesOf(betweenDomains).map((members) => ({
    members,
    imports: betweenDomains
      .filter(({ from, to }) => members.includes(from) && members.includes(to))
      .map(({ from, to, file, target }) => `${from} → ${to}: ${file} → ${target}`)
      .toSorted(),
  }));
