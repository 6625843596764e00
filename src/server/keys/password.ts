/** Passwords of borrowers and staff: argon2id, with its parameters in the stored text, so that they may be raised later. */
import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Random } from "#server/process/random.ts";

const argon2Async = promisify(argon2);
export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}
/** 19 MiB, two passes: the least that OWASP's sheet gives for argon2id, about 40 ms on a small server. */
const present: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

async function derive(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  // The same letters may be typed composed or decomposed; both are the same password.
  return argon2Async("argon2id", { message: Buffer.from(password.normalize("NFKC")), nonce, tagLength, ...cost });
}

/** `argon2id$m=19456,t=2,p=1$<salt>$<tag>`; at less than the present cost only when the password is not secret. */
export async function hashPassword(password: string, random: Random, cost = present): Promise<string> {
  const nonce = random.bytes(16);
  const tag = await derive(password, nonce, cost);
  return `argon2id$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

/** The tag of no password: compared when there is no password, so that an unknown number takes the same time. */
const nobody = `argon2id$m=${present.memory},t=${present.passes},p=${present.parallelism}$${Buffer.alloc(16).toString("base64url")}$${Buffer.alloc(tagLength).toString("base64url")}`;

/** Whether the password fits; with null (no such borrower, or no password) it works as long and answers false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] =
    /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored ?? nobody) ?? [];
  if (!salt || !tag) throw new Error("A stored password hash is not readable.");
  const made = await derive(password, Buffer.from(salt, "base64url"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  const isEqual = timingSafeEqual(made, Buffer.from(tag, "base64url"));
  return isEqual && stored !== null;
}
