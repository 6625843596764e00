/**
 * Bare Node servers for comparison, one kind per process: `bytes <file>` sends what a file holds, `limits` reads a
 * session and a limit, `quota <bundle>` renders the limit's page from them, `page <file>` reads a session by one
 * statement and renders a page of the product's by React from its tags, `posting` writes one posting. Each does the
 * least that gives the same answer.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import pg from "pg";
import type { RenderQuota } from "./quota.tsx";

const [kind = "", file = ""] = process.argv.slice(2);
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({
  connectionString: process.env["DATABASE_URL"],
  max: 10,
  options: "-c timezone=Asia/Jakarta",
});
const brotli = promisify(brotliCompress);
const quick = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: Number(process.env["QUALITY"]),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

/** The two queries of the product, as it sends them. */
const sessionQuery = `select "id", "subject_id", "roles", "device_token", "proofs", "created_at", "last_seen_at", "idle_seconds", "token_hash", "previous_until" from "login_session"
  where ("token_hash" = $1 or "previous_token_hash" = $2) and "audience" = $3 and "revoked_at" is null and "expires_at" > $4`;
const limitQuery = `select * from "credit_limit" where "borrower_id" = $1`;

async function borrowerOf(request: IncomingMessage): Promise<string> {
  const token = /\bsid=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const hash = createHash("sha256").update(token).digest();
  const { rows } = await pool.query(sessionQuery, [hash, hash, "borrower", new Date()]);
  return rows[0].subject_id as string;
}

async function limitsOf(request: IncomingMessage) {
  const { rows } = await pool.query(limitQuery, [await borrowerOf(request)]);
  const { credit_rupiah: credit, used_rupiah: used } = rows[0] as { credit_rupiah: number; used_rupiah: number };
  return {
    assessed: true,
    totalRupiah: credit,
    creditRupiah: credit,
    temporary: null,
    usedRupiah: used,
    affordableRupiah: null,
    freezes: [],
    remainingRupiah: credit - used,
  };
}

function send(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { "Content-Type": type, "Content-Length": Buffer.byteLength(body), ...headers });
  response.end(body);
}

async function post(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  const borrower = await borrowerOf(request);
  const { reference } = JSON.parse(text) as { reference: string };
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into "idempotency_key" ("principal", "call", "key", "body_hash", "created_at", "answer") values ($1, $2, $3, $4, $5, $6) on conflict ("principal", "call", "key") do nothing returning "key"`,
      [
        `borrower:${borrower}`,
        "POST /api/bench/reward",
        request.headers["idempotency-key"],
        createHash("sha256").update(text).digest("hex"),
        new Date(),
        null,
      ],
    );
    const accounts = [
      { id: `REWARD_BUDGET/${borrower}`, kind: "REWARD_BUDGET", asset: "RUPIAH", owner_id: borrower, limited: true },
      { id: `WALLET/${borrower}`, kind: "WALLET", asset: "RUPIAH", owner_id: borrower, limited: true },
    ];
    const entry = {
      id: `reward_${reference}`,
      phase: "PLAIN",
      asset: "RUPIAH",
      debit: accounts[0]?.id,
      credit: accounts[1]?.id,
      amount: 1,
      kind: "REWARD",
      reference,
      valueDate: "2026-11-21",
    };
    await client.query("select ledger_post($1::jsonb, $2::jsonb, $3) as answer", [
      JSON.stringify(accounts),
      JSON.stringify([entry]),
      new Date(),
    ]);
    const answer = JSON.stringify({ reference });
    await client.query(
      `update "idempotency_key" set "answer" = $1 where "principal" = $2 and "call" = $3 and "key" = $4`,
      [answer, `borrower:${borrower}`, "POST /api/bench/reward", request.headers["idempotency-key"]],
    );
    await client.query("commit");
    return answer;
  } finally {
    client.release();
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
const kinds: Record<string, () => Promise<Answer>> = {
  async bytes() {
    const { status, headers, base64 } = JSON.parse(readFileSync(file, "utf8")) as {
      status: number;
      headers: Record<string, string>;
      base64: string;
    };
    const body = Buffer.from(base64, "base64");
    return (_request, response) => {
      response.writeHead(status, headers);
      response.end(body);
    };
  },
  async limits() {
    return async (request, response) => send(response, "application/json", JSON.stringify(await limitsOf(request)));
  },
  async quota() {
    const { renderQuota } = (await import(file)) as { renderQuota: RenderQuota };
    return async (request, response) => {
      const html = renderQuota(await limitsOf(request));
      send(response, "text/html; charset=utf-8", await brotli(html, quick), { "Content-Encoding": "br" });
    };
  },
  async page() {
    const { default: elementsOf } = await import("html-react-parser");
    const { renderToString } = await import("react-dom/server");
    const elements = elementsOf(readFileSync(file, "utf8"));
    return async (request, response) => {
      await borrowerOf(request);
      const body = await brotli(`<!doctype html>${renderToString(elements)}`, quick);
      send(response, "text/html; charset=utf-8", body, { "Content-Encoding": "br" });
    };
  },
  async posting() {
    return async (request, response) => send(response, "application/json", await post(request));
  },
};

const answer = await kinds[kind]?.();
if (!answer) throw new Error(`There is no bare server "${kind}".`);
const server = createServer((request, response) => {
  void Promise.resolve(answer(request, response)).catch((error: Error) => {
    console.error(error.message);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env["PORT"]), () => console.log("bare server is ready"));
process.on("SIGTERM", () => process.exit(0));
