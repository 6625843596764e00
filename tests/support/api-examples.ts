/** Makes the published API's examples out of answers that the product gave to tests: chosen, masked and shortened; always the same way. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { ApiExample, ApiExamples } from "#features/platform/configuration/server/openapi/examples.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { Call } from "#shared/contract.ts";
import type { NotedAnswer } from "./answers-heard.ts";

/** Longer lists are cut. */
const maxItems = 3;
const maxBytes = 4_000;

/**
 * The examples of these calls. One that still fits its contract stays as it is, so that making them again changes what has to
 * change and nothing else.
 */
export function examplesFrom(folder: string, calls: readonly Call[], present: ApiExamples): ApiExamples {
  const noted = new Map<string, NotedAnswer[]>();
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean)) {
      const one = JSON.parse(line) as NotedAnswer;
      noted.set(one.id, [...(noted.get(one.id) ?? []), one]);
    }
  // The document's own example would be the document.
  const shown = calls.filter(({ path }) => path !== "/api/openapi.json");
  const made = shown.map((call): [string, ApiExample] => [
    call.id,
    exampleOf(call, noted.get(call.id) ?? [], present[call.id]),
  ]);
  return Object.fromEntries(
    made
      .map(([id, example]): [string, ApiExample] => [id, withoutEmpty(example)])
      .filter(([, example]) => Object.keys(example).some((part) => part === "answered" || part === "refused"))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Without parts that hold nothing. */
const withoutEmpty = ({ answered, sent, ...named }: ApiExample): ApiExample => ({
  ...Object.fromEntries(Object.entries(named).filter(([, part]) => part && Object.keys(part).length > 0)),
  ...(sent === undefined ? {} : { sent }),
  ...(answered === undefined ? {} : { answered }),
});

function exampleOf(call: Call, noted: readonly NotedAnswer[], present: ApiExample | undefined): ApiExample {
  const refused = refusalsOf(call, noted, present?.refused ?? {});
  const kept = present?.answered !== undefined && fits(call, present) ? { ...present, refused } : null;
  if (kept) return kept;
  const fitting = noted
    .filter(({ status }) => status === (call.status ?? 200))
    .map(({ parameters, query, sent, body }) => {
      const whole = { parameters, query, sent: sent ?? undefined, answered: body };
      const short = masked({ ...whole, answered: shortened(body) }) as ApiExample;
      return fits(call, short) ? short : (masked(whole) as ApiExample);
    })
    .filter((example) => fits(call, example));
  const [best] = fitting.toSorted((one, other) => worth(other) - worth(one));
  return { ...best, refused };
}

/** Whether the contract accepts the input and the answer. */
export function fits(call: Call, { parameters = {}, query = {}, sent, answered }: ApiExample): boolean {
  const input =
    call.method === "GET" ? { ...query, ...parameters } : { ...(sent as object | undefined), ...parameters };
  const { lang: _lang, ...asked } = input as Record<string, unknown>;
  const isForm = call.method === "POST" && sent === undefined;
  return (
    (isForm || v.safeParse(call.input, asked).success) && v.safeParse(call.output, withoutSession(answered)).success
  );
}
function withoutSession(answered: unknown): unknown {
  if (typeof answered !== "object" || answered === null || !("session" in answered)) return answered;
  const { session: _session, ...rest } = answered;
  return rest;
}

/** One of each code that brings data: those without are what the contract says. */
function refusalsOf(call: Call, noted: readonly NotedAnswer[], present: NonNullable<ApiExample["refused"]>) {
  const found: NonNullable<ApiExample["refused"]> = {};
  for (const { body } of noted.filter(({ status }) => status >= 400)) {
    const status = (body as { status?: { code: string; detail: string; data?: unknown } }).status;
    if (status?.data !== undefined)
      found[status.code] ??= masked({ detail: status.detail, data: status.data }) as never;
  }
  const fitting = Object.entries({ ...found, ...present }).filter(([code, { data }]) => {
    const shape = call.problems[code]?.data;
    return shape !== undefined && v.safeParse(shape, data).success;
  });
  return Object.fromEntries(fitting.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Ranks an example: one that shows more of the shape is better, up to a size; an attack's input is ranked last. */
function worth({ answered, sent, query }: ApiExample): number {
  const text = JSON.stringify([answered, sent, query]);
  if (/<|\\u00|javascript:|[^\s"]{300}/.test(text)) return -1_000;
  let leaves = 0;
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      leaves += node.length === 0 ? -2 : 1;
      node.slice(0, maxItems).forEach(walk);
    } else if (typeof node === "object" && node !== null) Object.values(node).forEach(walk);
    else leaves += node === null || node === "" ? -1 : 1;
  };
  walk(answered);
  return leaves - Math.max(0, text.length - maxBytes) / 50;
}

function shortened(node: unknown): unknown {
  if (Array.isArray(node)) return node.slice(0, maxItems).map(shortened);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, shortened(value)]));
}

const known = new Set(
  sandboxPersons.flatMap((person) => [person.nik, person.mobileNumber, person.bankAccount.accountNumber]),
);
/** Fields whose whole value is a secret. */
const secrets: Readonly<Record<string, string>> = {
  password: "LangitBiru2026!",
  credential: "contoh123",
  totp: "482913",
  totpSecret: "JBSWY3DPEHPK3PXP",
  otpauthUri: "otpauth://totp/Tunai:siti@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Tunai",
};

/** The same with made-up ids, tokens, hashes and numbers of persons: the first of a kind is always the same, and one value stays one. */
export function masked(node: unknown): unknown {
  const made = new Map<string, string>();
  const counts = new Map<string, number>();
  const standIn = (kind: string, value: string, make: (count: number) => string): string => {
    const before = made.get(value);
    if (before !== undefined) return before;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const after = make(count);
    made.set(value, after);
    return after;
  };
  const text = (value: string): string =>
    value
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
        standIn("uuid", uuid, (count) => `0190a1b2-c3d4-7e5f-8a9b-${String(count).padStart(12, "0")}`),
      )
      .replaceAll(/(?<![\w-])[0-9a-f]{32,}(?![\w-])/g, (hex) =>
        standIn("hex", hex, (count) =>
          `${String(count)}a2b3c4d5e6f7089`.repeat(9).slice(0, hex.length).padEnd(hex.length, "0"),
        ),
      )
      .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])/g, (token) =>
        standIn("token", token, (count) => `Contoh${count}Rahasia`.repeat(80).slice(0, token.length)),
      )
      .replaceAll(/(?<![\w.])08\d{8,12}(?!\w)/g, (number) =>
        known.has(number)
          ? number
          : standIn("mobile", number, (count) => `0812000099${String(count).padStart(number.length - 10, "0")}`),
      )
      .replaceAll(/(?<![\w.])\d{16}(?!\w)/g, (digits) =>
        known.has(digits)
          ? digits
          : standIn("sixteen", digits, (count) => `317401570494${String(count).padStart(4, "0")}`),
      )
      .replaceAll(/[\w.+-]+@(?!contoh\.id|example\.com|tunai\.example)[\w-]+\.[\w.-]+/g, (address) =>
        standIn("email", address, (count) => `siti${count}@example.com`),
      );
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
    if (typeof value !== "string") return value;
    if (secrets[key] !== undefined) return secrets[key];
    return /^(?:code|otp)$/.test(key) && /^\d{6}$/.test(value) ? "482913" : text(value);
  };
  return walk(node, "");
}
