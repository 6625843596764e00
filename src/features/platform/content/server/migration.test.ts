/**
 * Texts that staff published before contents had their own table: none is lost, and the previous release finds them.
 */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { migrate } from "#server/postgres/migrate.ts";
import { inDatabase, run } from "#tests/support/database-server.ts";

const author = "0190aaaa-0000-7000-8000-000000000001";
const before = (sql: string, values: string) =>
  `${sql} (key, language, version, title, markdown, created_at, created_by) values ${values}`;

it("keeps every published version through the migration, and lets the release before read and publish", async () => {
  const name = `test_static_text_${process.pid}`;
  const maintenance = inDatabase(inject("templateConnection"), "postgres");
  await run(maintenance, `create database ${name} template template0`);
  const connection = inDatabase(inject("templateConnection"), name);
  const folder = await mkdtemp(join(tmpdir(), "tunai-static-text-"));
  const client = new pg.Client({ connectionString: connection });
  try {
    for (const file of (await readdir("migrations")).filter((one) => one < "20261121-2215"))
      await cp(resolve("migrations", file), join(folder, file));
    await migrate({ connection, folder });
    await client.connect();
    await client.query(
      before(
        "insert into static_text",
        `('terms', 'id', 2, 'Syarat', 'Satu', '2026-11-20T00:00:00Z', '${author}'), ('terms', 'id', 3, 'Syarat baru', 'Dua', '2026-11-21T00:00:00Z', '${author}'), ('terms', 'en', 2, 'Terms', 'One', '2026-11-20T00:00:00Z', '${author}')`,
      ),
    );
    await migrate({ connection, folder: resolve("migrations") });
    const stored = await client.query(
      "select key, language, version::int, title, markdown, created_by from content_version where collection = 'static-text' order by language, version",
    );
    expect(stored.rows).toEqual([
      { key: "terms", language: "en", version: 2, title: "Terms", markdown: "One", created_by: author },
      { key: "terms", language: "id", version: 2, title: "Syarat", markdown: "Satu", created_by: author },
      { key: "terms", language: "id", version: 3, title: "Syarat baru", markdown: "Dua", created_by: author },
    ]);
    // As the previous release does it.
    await client.query(
      before(
        "insert into static_text",
        `('terms', 'en', 4, 'Terms again', 'Two', '2026-11-22T00:00:00Z', '${author}')`,
      ),
    );
    const newest = (language: string) =>
      client.query(
        "select version::int, title from static_text where key = 'terms' and language = $1 order by version desc limit 1",
        [language],
      );
    expect((await newest("en")).rows).toEqual([{ version: 4, title: "Terms again" }]);
    expect((await client.query("select count(*)::int as count from content_version")).rows).toEqual([{ count: 4 }]);
    await client.query(
      `insert into content_version (collection, key, language, version, title, markdown, withdrawn, created_at, created_by) values ('static-text', 'terms', 'id', 4, 'Syarat baru', 'Dua', true, '2026-11-22T00:00:00Z', '${author}')`,
    );
    expect((await newest("id")).rows).toEqual([]);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
    await run(maintenance, `drop database if exists ${name} with (force)`);
  }
});
