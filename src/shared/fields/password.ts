/** Passwords. Spec 5 (campaign password) and product decisions 2: 8 to 20 characters with letter, digit and symbol, plus a blocklist. */
import * as v from "valibot";

/** Weak words, whatever is added to them: `P@ssw0rd1!`, `Indonesia2026!` and `123qwerty#` are all based on one. */
const commonCores = new Set(
  (
    "password passw passwd pass sandi katasandi rahasia qwerty qwertyuiop asdf asdfgh zxcvbn abc abcd abcde abcdef admin administrator welcome letmein " +
    "iloveyou sayang cinta bismillah alhamdulillah indonesia jakarta bandung surabaya garuda merdeka login user test testing tunai pinjam pinjaman dana uang " +
    "monkey dragon master sunshine princess football"
  ).split(" "),
);
const plainLetterOf: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** True when the rest, after removing digits and symbols from both ends and reading 0 as o, is a common word. */
export function isCommonPassword(password: string): boolean {
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, "");
  const read = [...core].map((sign) => plainLetterOf[sign] ?? sign).join("");
  return commonCores.has(core) || commonCores.has(read) || /^(.)\1*$/.test(core);
}

/** A password to be set. Letters are those of any keyboard that types A to Z; a symbol is any visible sign that is neither letter nor digit. */
export const newPassword = v.pipe(
  v.string("PASSWORD_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.minLength(8, "PASSWORD_LENGTH"),
  v.maxLength(20, "PASSWORD_LENGTH"),
  v.regex(/^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z\d\s])\S*$/, "PASSWORD_FORMAT"),
  v.metadata({ format: "password" }),
  v.check((password) => !isCommonPassword(password), "PASSWORD_COMMON"),
);

/** A password typed to log in: only its presence is checked, so that the answer reveals nothing about the rules when it was set. */
export const typedPassword = v.pipe(
  v.string("REQUIRED"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(200, "TOO_LONG"),
  v.metadata({ format: "password" }),
);
