/**
 * Contents as files: `content/<collection>/<key>.<language>.md`, with a head of `title`, `version`, `updated` and the
 * collection's own lines between two lines of three hyphens. They ship with the product and are read once; nothing is
 * bundled. That every language is there and every head is right is proven by a test over all files, not while serving.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { languages, type Language } from "#shared/texts.ts";
import { headLines, type HeadLine } from "../contract.ts";

/** A text in one language, from a file or a publication by staff. */
export interface ContentText {
  key: string;
  language: Language;
  title: string;
  version: number;
  updatedAt: Date;
  markdown: string;
  head: Head;
}
export type Head = Readonly<Partial<Record<HeadLine, string>>>;

const folders = new Map<string, ReadonlyMap<string, ContentText>>();

/** The files of `content/<folder>` by `key.language`; none without such a folder. @throws Error naming the file whose head is wrong. */
export function contentFiles(folder: string, root: string = resolve("content")): ReadonlyMap<string, ContentText> {
  const path = join(root, folder);
  let files = folders.get(path);
  if (!files) folders.set(path, (files = readFolder(path)));
  return files;
}

function readFolder(path: string): ReadonlyMap<string, ContentText> {
  const files = new Map<string, ContentText>();
  if (!existsSync(path)) return files;
  const name = new RegExp(`^([A-Za-z0-9][\\w.-]*?)\\.(${languages.join("|")})\\.md$`);
  for (const file of readdirSync(path).sort()) {
    const [, key, language] = name.exec(file) ?? [];
    if (!key || !language) continue;
    files.set(
      `${key}.${language}`,
      parseContent(readFileSync(join(path, file), "utf8"), key, language as Language, join(path, file)),
    );
  }
  return files;
}

/** @throws Error naming the file. */
function parseContent(text: string, key: string, language: Language, file: string): ContentText {
  const parts = /^---\n([^]*?)\n---\n([^]*)$/.exec(text.replaceAll("\r\n", "\n"));
  if (!parts) throw new Error(`${file} needs a head between two lines of three hyphens.`);
  const lines: Record<string, string> = {};
  for (const line of (parts[1] ?? "").split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) lines[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  const { title, version, updated, ...rest } = lines;
  const updatedAt = new Date(`${updated}T00:00:00+07:00`);
  if (!title || !/^[1-9]\d{0,8}$/.test(version ?? "") || Number.isNaN(updatedAt.getTime())) {
    throw new Error(`${file} needs title, version (1, 2, …) and updated (YYYY-MM-DD) in its head.`);
  }
  const strange = Object.keys(rest).filter((line) => !headLines.includes(line as HeadLine));
  if (strange.length > 0)
    throw new Error(`${file}: the head has lines that no collection knows: ${strange.join(", ")}.`);
  return { key, language, title, version: Number(version), updatedAt, markdown: (parts[2] ?? "").trim(), head: rest };
}
