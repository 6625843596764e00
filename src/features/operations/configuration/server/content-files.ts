/**
 * Long texts as files: `content/<folder>/<key>.<language>.md`, with a head of `title`, `version` and `updated`
 * between two lines of three hyphens. They ship with the product and are read once; nothing is bundled.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { languages, type Language } from "#shared/texts.ts";

export interface ContentFile {
  key: string;
  language: Language;
  title: string;
  version: number;
  updatedAt: Date;
  markdown: string;
  /** All lines of the head, for folders that have more of them. */
  head: Readonly<Record<string, string>>;
}

const folders = new Map<string, ReadonlyMap<string, ContentFile>>();

/** The files of `content/<folder>` by `key.language`. @throws Error naming the file whose head is wrong. */
export function contentFiles(folder: string, root: string = resolve("content")): ReadonlyMap<string, ContentFile> {
  const path = join(root, folder);
  let files = folders.get(path);
  if (!files) folders.set(path, (files = readFolder(path)));
  return files;
}

function readFolder(path: string): ReadonlyMap<string, ContentFile> {
  const files = new Map<string, ContentFile>();
  for (const name of readdirSync(path).sort()) {
    const parts = /^([A-Za-z0-9][\w.-]*?)\.(id|en|zh)\.md$/.exec(name);
    if (!parts) continue;
    const [, key = "", language = "id"] = parts;
    files.set(`${key}.${language}`, parseContent(readFileSync(join(path, name), "utf8"), key, language as Language, name));
  }
  for (const { key } of files.values()) {
    for (const language of languages) if (!files.has(`${key}.${language}`)) throw new Error(`${path}: ${key} is missing in ${language}.`);
  }
  return files;
}

function parseContent(text: string, key: string, language: Language, name: string): ContentFile {
  const parts = /^---\n([^]*?)\n---\n([^]*)$/.exec(text);
  if (!parts) throw new Error(`${name} needs a head between two lines of three hyphens.`);
  const head: Record<string, string> = {};
  for (const line of (parts[1] ?? "").split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) head[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  const updatedAt = new Date(`${head["updated"]}T00:00:00+07:00`);
  const version = Number(head["version"]);
  if (!head["title"] || !Number.isSafeInteger(version) || version < 1 || Number.isNaN(updatedAt.getTime())) {
    throw new Error(`${name} needs title, version (1, 2, …) and updated (YYYY-MM-DD) in its head.`);
  }
  return { key, language, title: head["title"], version, updatedAt, markdown: (parts[2] ?? "").trim(), head };
}
