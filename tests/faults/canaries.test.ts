/**
 * A person's whole way through the product with values that are found again wherever they lie: then the raw files of the
 * database and the stored objects, the log, error reports and what the event sink gets are searched. // Threats A4, G6, G7
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pause } from "#server/work/timers.ts";
import { startPartner, type PartnerPeer } from "#tests/peers/partner.ts";
import { heapSnapshots, type Heaps } from "#tests/support/heap.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";

const serial = String(10_000 + (process.pid % 90_000));
/** Values of a person: each is nowhere else in the house, so any find is a leak. */
const canary = {
  mobileNumber: `0878${serial}719`,
  fullName: "Zulqornain Kwartadiredja",
  nik: `327301170595${serial.slice(-4)}`,
  birthPlace: "Bojongsoangkidul",
  street: "Gang Pandanwangi Xaverius 771",
  companyName: "PT Gemilangxanadu Perkasa",
  companyAddress: "Jalan Rayaxenia Tembus 992",
  companyPhone: `0229${serial}77`,
  accountNumber: `7193${serial}8`,
  contactName: "Wuryaningsihxa Lestari",
  contactNumber: `0859${serial}362`,
  secondContact: "Prabaswaraxi Hadiningrat",
  secondNumber: `0857${serial}418`,
  secondAccount: `6608${serial}21`,
  password: `Rhs!${serial}quokka`,
  wrongPassword: `Slh!${serial}wallaby`,
  staffNote: "Menelepon soal zakatxylem keluarga",
  staffReason: "Keluarganya Ningxsihwati menelepon",
  staffPhrase: "penunggakxfiktif lama",
  complaintText: "Saya xylofonkecewa karena tagihan",
  complaintEmail: `zulqornain.${serial}@pelapor.example`,
  mailAddress: `zulqomail.${serial}@kotaksurat.example`,
  draftText: "Kwitansixzebra",
  mothersName: "Xantipawati Kusumodilogo",
  ownWords: "Berjualan ketupatxsayur malam",
  lenderName: "Koperasi Xylemmakmur",
  socialName: `zulqo.xgram${serial}`,
  insuranceAccount: `zulqobpjs.${serial}@pekerja.example`,
  insurancePassword: `Bpjs${serial}xkiwi`,
  taxNumber: `91${serial}07719384`,
  taxPassword: `Npwp${serial}xemu`,
  bankUserId: `zulqobank${serial}`,
  bankPassword: `ibank${serial}xrhea`,
  privacyWords: "Mohon hentikan xprosesan iklan",
  closingWords: "Aplikasi xmembingungkan sekali",
  lostNumber: `0856${serial}2294`,
  recoveryNumber: `0853${serial}8815`,
  lostNik: `327302150388${serial.slice(-4)}`,
  mergeNumber: `0852${serial}6647`,
  correctedName: "Zulqornain Xkartadiredja",
  answerText: "Petugasnya xramahsekali waktu itu",
  unlockReason: "Peminjam xmenelepon dan cocok",
  staffPassword: `Kons0l!${serial}okapi`,
  searched: `6281${serial}4477`,
  injected: "palsuxforged",
};
type Name = keyof typeof canary;

let product: RunningProduct;
let sentry: PartnerPeer;
let database: pg.Client;
let dataDir: string;
let heaps: Heaps;
const printed: string[] = [];
const codes: string[] = [];
const secrets: string[] = [];

beforeAll(async () => {
  await build({ always: false });
  dataDir = await mkdtemp(join(tmpdir(), "tunai-canary-"));
  sentry = await startPartner(() => ({ status: 200, body: "{}" }));
  heaps = await heapSnapshots();
  product = await startProductAt(dataDir, {
    ...heaps.environment,
    ERRORS_ADAPTER: "sentry",
    SENTRY_DSN: `${sentry.url.replace("//", "//key@")}/1`,
  });
  for (const stream of [product.child.stdout, product.child.stderr])
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  database = new pg.Client({
    connectionString: `postgresql://postgres@localhost/tunai?host=${encodeURIComponent(join(dataDir, "postgres"))}`,
  });
  await database.connect();
  await storeUncompressed();
}, 240_000);
afterAll(async () => {
  await database?.end();
  await product?.stop("SIGTERM");
  await sentry?.close();
  await heaps?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Compression would hide what lies in long values. */
async function storeUncompressed(): Promise<void> {
  const { rows } = await database.query<{ sql: string }>(
    `select format('alter table %I.%I alter column %I set storage external', n.nspname, c.relname, a.attname) as sql
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and a.attnum > 0 and not a.attisdropped and a.attstorage = 'x'`,
  );
  for (const { sql } of rows) await database.query(sql);
}

const cookies = new Map<string, string>();
type Json = Record<string, never> & { [name: string]: string };
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const isForm = body instanceof FormData;
  const response = await fetch(product.origin + path, {
    method,
    headers: {
      Origin: product.origin,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(isForm ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  for (const set of response.headers.getSetCookie())
    cookies.set(set.slice(0, set.indexOf("=")), set.slice(set.indexOf("=") + 1).split(";")[0] ?? "");
  const text = await response.text();
  return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : {}) as Json };
}
async function done(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json> {
  const answered = await call(method, path, body, headers);
  expect(answered.status, `${path} ${JSON.stringify(answered.body)}`).toBeLessThan(300);
  return answered.body;
}
const post = (path: string, body: unknown, headers?: Record<string, string>) => done("POST", path, body, headers);
const later = (seconds: number) => post("/api/sandbox/clock", { advanceSeconds: seconds });

async function newestCode(to: string): Promise<string> {
  const { items } = (await done("GET", `/api/sandbox/messages?to=${to}`)) as unknown as { items: { code?: string }[] };
  const code = items.find((message) => message.code)?.code ?? "";
  codes.push(code);
  return code;
}
async function prove(purpose: string): Promise<{ verificationId: string; code: string }> {
  await later(61);
  const { verificationId = "" } = await post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
  return { verificationId, code: await newestCode(canary.mobileNumber) };
}

async function register(): Promise<void> {
  const { captchaKey = "" } = await post("/api/user/generateCaptcha", {});
  const { answer } = await done("GET", `/api/sandbox/captcha/${captchaKey}`);
  const { verificationId } = await post("/api/v2/mobile/sendVerification", {
    mobileNumber: canary.mobileNumber,
    purpose: "LOGIN",
    channel: "WHATSAPP",
    captchaKey,
    captcha: answer,
  });
  await post("/api/v2/user/union/registerOrLogin", {
    mobileNumber: canary.mobileNumber,
    verificationId,
    code: await newestCode(canary.mobileNumber),
    agreements: ["TERMS", "PRIVACY"],
  });
  await post("/api/account/password", { ...(await prove("SET_PASSWORD")), password: canary.password });
}

async function somePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: "#888", noise } });
  return new Uint8Array(
    await picture
      .withExif({ IFD0: { Artist: canary.fullName } })
      .jpeg()
      .toBuffer(),
  );
}

async function giveInformation(): Promise<void> {
  const photo = await somePhoto();
  const upload = async (path: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set("photo", new Blob([photo], { type: "image/jpeg" }), `${canary.fullName}.jpg`);
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    await done("POST", path, form);
  };
  const { fullName, nik, birthPlace } = canary;
  await post("/api/identity", { fullName, nik, birthPlace, birthDate: "1995-05-17", sex: "MALE" });
  await upload("/api/identity/card-photo");
  await upload("/api/identity/face-check", { agreed: "true" });
  await done("POST", "/api/profile/draft", { part: "WORK", typed: { companyName: canary.draftText } });
  await post("/api/profile/personal", {
    education: "S1",
    civilStatus: 20,
    loanPurpose: "EDUCATION",
    relationship: "SIBLING",
    owedElsewhereRupiah: 0,
  });
  await post("/api/profile/home", { villageCode: "31.74.01.1001", street: canary.street, rt: "001", rw: "002" });
  await post("/api/profile/work", {
    industry: "TRADE",
    companyName: canary.companyName,
    companyAddress: canary.companyAddress,
    companyPhone: canary.companyPhone,
    workingMonths: 36,
    monthlyIncomeRupiah: 9_000_000,
    salaryDay: 25,
  });
  await post("/api/profile/contacts", {
    name: canary.contactName,
    mobileNumber: canary.contactNumber,
    relationship: "SIBLING",
  });
  await post("/api/profile/contacts", {
    name: canary.secondContact,
    mobileNumber: canary.secondNumber,
    relationship: "FRIEND",
  });
  await upload("/api/document/kind/SALARY_SLIP");
  await post("/api/session/stepUp", await prove("STEP_UP_BIND"));
}

/** The address is named, proven by the code of its mail, and told of; then its reader wants no offers. */
async function proveAddress(): Promise<void> {
  await post("/api/session/stepUp", await prove("EMAIL"));
  const { verificationId = "" } = await post("/api/email", { email: canary.mailAddress });
  // A job sends it.
  for (let tries = 0; tries < 100; tries++) {
    const told = (await done("GET", `/api/sandbox/messages?to=${canary.mailAddress}`)) as unknown as {
      items: unknown[];
    };
    if (told.items.length > 0) break;
    await pause(200);
  }
  await post("/api/email/verify", { verificationId, code: await newestCode(canary.mailAddress) });
  await post("/api/email/mailings", { category: "PROMOTION", on: false });
}

async function until(loanId: string, state: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const seen = ((await done("GET", `/api/loan/${loanId}`)) as unknown as { loan: { state: string } }).loan.state;
    if (seen === state) return;
    if (tries > 100) throw new Error(`The loan is ${seen}, and does not become ${state}.`);
    await (tries % 10 === 9 ? later(61) : pause(200));
  }
}

async function borrowAndRepay(): Promise<void> {
  const { id: bankAccountId } = await post("/api/bank-account", {
    bankCode: "014",
    accountNumber: canary.accountNumber,
  });
  await post("/api/bank-account", { bankCode: "002", accountNumber: canary.secondAccount });
  const applied = await post(
    "/api/loan/apply",
    { amountRupiah: 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId },
    { "Idempotency-Key": "canary-apply-1" },
  );
  const loanId = String(applied["loanId"]);
  await until(loanId, "APPROVED");
  const { toSign } = (await done("GET", `/api/agreement?loanId=${loanId}`)) as unknown as { toSign: { hash: string } };
  await post(`/api/agreement/${loanId}/accept`, { hash: toSign.hash, read: true, platforms: true });
  await post(
    `/api/agreement/${loanId}/sign`,
    { hash: toSign.hash, ...(await prove("STEP_UP_SIGN")) },
    { "Idempotency-Key": "canary-sign-1" },
  );
  await until(loanId, "ACTIVE");
  const account = await post("/api/repayment/virtual-account", { bankCode: "014" });
  await post("/api/sandbox/bank/pay", { virtualAccountNumber: account["virtualAccountNumber"], amount: 393_333 });
  await later(3_600);
}

/** What the account's own pages ask for at choice, with what belongs to other houses. */
async function tellMore(): Promise<void> {
  await post("/api/profile/mother-surname", { name: canary.mothersName });
  await post("/api/document/kind/OTHER_TEXT/note", { note: canary.ownWords });
  await post("/api/competitors", { lenderName: canary.lenderName, limitRupiah: 5_000_000, consent: true });
  await post("/api/social-accounts", { network: "INSTAGRAM", name: canary.socialName, consent: true });
  const insurance = { account: canary.insuranceAccount, credential: canary.insurancePassword, consent: true };
  await post("/api/lookup/BPJS", insurance);
  await post("/api/lookup/NPWP", { account: canary.taxNumber, credential: canary.taxPassword, consent: true });
  await post("/api/session/stepUp", await prove("STEP_UP_BIND"));
  const { linkId } = await post("/api/account-link", { kind: "BANK", consent: true });
  const login = { institution: "BCA", userId: canary.bankUserId, credential: canary.bankPassword };
  await post(`/api/account-link/${linkId}`, login);
  await post(
    "/api/privacy/requests",
    { kind: "OTHER", text: canary.privacyWords },
    { "Idempotency-Key": "canary-privacy-1" },
  );
}

/** Requests about the account: of another number, of a name, of closing; some are refused, and what was typed is nowhere all the same. */
async function askForChanges(): Promise<void> {
  const { captchaKey = "" } = await post("/api/user/generateCaptcha", {});
  const { answer } = await done("GET", `/api/sandbox/captcha/${captchaKey}`);
  const lost = await post("/api/lost-number", {
    mobileNumber: canary.lostNumber,
    nik: canary.lostNik,
    birthDate: "1988-03-15",
    captchaKey,
    captcha: answer,
  });
  const at = (step: string) => `/api/lost-number/${lost["requestId"]}/${step}`;
  const { verificationId } = await post(at("new-number"), { mobileNumber: canary.recoveryNumber });
  await post(at("new-number/verify"), { verificationId, code: await newestCode(canary.recoveryNumber) });
  await later(61);
  await post("/api/account-merge", { otherMobileNumber: canary.mergeNumber });
  await post("/api/identity-correction", {});
  const { request } = (await done("GET", "/api/identity-correction")) as unknown as { request: { requestId: string } };
  const selfie = new FormData();
  selfie.set("photo", new Blob([await somePhoto()], { type: "image/jpeg" }), "x.jpg");
  selfie.set("nik", canary.nik);
  selfie.set("agreed", "true");
  await done("POST", `/api/identity-correction/${request.requestId}/identity`, selfie);
  await post(`/api/identity-correction/${request.requestId}/values`, {
    fullName: canary.correctedName,
    birthPlace: canary.birthPlace,
    birthDate: "1995-05-17",
    sex: "MALE",
  });
  await call("POST", "/api/user/questionnaire/draft", {
    questionnaireKey: "after-payout",
    answers: [{ questionKey: "cost-unclear", value: canary.answerText }],
  });
  const closing = { reasons: ["OTHER"], description: canary.closingWords, acceptLost: true };
  await post("/api/session/stepUp", await prove("CANCEL"));
  const refused = await call("POST", "/api/account-closure", closing, { "Idempotency-Key": "canary-closure-1" });
  expect(refused.status).toBe(409);
}

async function complain(): Promise<void> {
  const { captchaKey = "" } = await post("/api/user/generateCaptcha", {});
  const { answer } = await done("GET", `/api/sandbox/captcha/${captchaKey}`);
  await post(
    "/api/complaint",
    { reason: "repayment", text: canary.complaintText, email: canary.complaintEmail, captchaKey, captcha: answer },
    { "Idempotency-Key": "canary-complaint-1" },
  );
}

/** Support looks the borrower up, reads what is masked, and writes about it; somebody else guesses his password. */
async function workInTheConsole(): Promise<void> {
  await call("POST", "/api/v2/user/union/login", { mobileNumber: canary.mobileNumber, password: canary.wrongPassword });
  const { items } = (await done("GET", "/api/sandbox/staff")) as unknown as {
    items: { role: string; email: string; password: string; totp: string }[];
  };
  const support = items.find(({ role }) => role === "support");
  await post("/api/staff/login", { email: support?.email, password: support?.password, code: support?.totp });
  const { found } = (await post("/api/staff/borrowers/search", { identifier: canary.mobileNumber })) as unknown as {
    found: [{ borrowerId: string }];
  };
  const base = `/api/staff/borrowers/${found[0].borrowerId}`;
  await call("POST", "/api/staff/borrowers/search", { identifier: canary.nik });
  await call("POST", "/api/staff/borrowers/search", { identifier: canary.staffPhrase });
  await post(`${base}/notes`, { text: canary.staffNote });
  await post(`${base}/unmask`, { fields: ["NIK", "ADDRESS"], reason: canary.staffReason });
  await call("POST", `${base}/unlock`, { reason: canary.unlockReason });
  await call("POST", "/api/staff/login", { email: support?.email, password: canary.staffPassword, code: "000000" });
}

/** What people type where it does not belong, with signs that would begin a line or steer a terminal. */
const corpus = (text: string): string[] =>
  [
    "\r\n",
    "\n",
    "\r",
    "\u001b[31m",
    "\u001b]0;x\u0007",
    "\u0085",
    "\u2028",
    "\u009b2J",
    "\u202e",
    "\0".replace("\0", "\u0001"),
  ].map((sign) => `${text}${sign}{"level":"error","message":"${canary.injected}"}`);

async function typeWhereItDoesNotBelong(): Promise<void> {
  const { mobileNumber, nik, accountNumber, complaintEmail, searched } = canary;
  for (const text of corpus(`${mobileNumber} ${nik} ${complaintEmail}`)) {
    await call("POST", "/event/uploadLog", {
      level: text,
      logs: [
        {
          appId: text.slice(0, 90),
          message: text,
          parameter: { url: `https://a.example/${encodeURIComponent(text)}?t=${mobileNumber}`, userAgent: text },
        },
      ],
    });
    await call("POST", "/event/uploadEvents/v2", {
      events: [
        {
          eventType: "C",
          businessEvent: text.slice(0, 190),
          eventValue: `phone=${mobileNumber}&utm_source=${nik}`,
          eventParams: { elementContent: text, elementId: accountNumber },
        },
      ],
    });
    await call("POST", "/api/identity", { fullName: text, nik: text, unknown: text });
    await call("GET", `/api/user/union/mobileNumberPreCheck?mobileNumber=${encodeURIComponent(text)}`);
    await call("GET", `/webview/${encodeURIComponent(text)}?t=${encodeURIComponent(text)}`, undefined, {
      "User-Agent": `x ${searched}`,
      "Device-Token": searched,
      "X-Forwarded-For": searched,
    });
  }
}

/** Tables that are away and rows that are refused: database errors quote what was to be written. */
async function breakThings(): Promise<void> {
  await database
    .query(
      `alter table telemetry_event rename to telemetry_event_away; alter table borrower_identity add constraint never check (false) not valid`,
    )
    .catch(async () => database.query(`alter table telemetry_event rename to telemetry_event_away`));
  const { fullName, nik, birthPlace } = canary;
  // A page whose call fails: what its loader throws is not printed either.
  await call("GET", `/webview/loan-history/${canary.searched}?q=${canary.mobileNumber}`);
  const failures = [
    await call("POST", "/event/uploadLog", {
      level: "error",
      logs: [{ appId: "a", message: `${canary.mobileNumber} ${canary.fullName}`, parameter: {} }],
    }),
    await call("POST", "/api/identity", {
      fullName: `${fullName} Baru`,
      nik,
      birthPlace,
      birthDate: "1995-05-17",
      sex: "MALE",
    }),
  ];
  expect(failures.some(({ status }) => status >= 500)).toBe(true);
  await database.query(`alter table telemetry_event_away rename to telemetry_event`);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Each value as it was typed, in capitals, without signs, as base64 and in hexadecimal. */
function formsOf(text: string): Buffer[] {
  const base64 = [0, 1, 2]
    .map((shift) =>
      Buffer.from("x".repeat(shift) + text)
        .toString("base64")
        .slice(shift === 0 ? 0 : 4, -4),
    )
    .filter((form) => form.length >= 8);
  const digits = /^0\d+$/.test(text) ? [`62${text.slice(1)}`] : [];
  return [
    ...new Set([text, text.toUpperCase(), text.toLowerCase(), Buffer.from(text).toString("hex"), ...digits, ...base64]),
  ].map((form) => Buffer.from(form));
}

async function findings(where: string, read: () => Promise<Buffer>): Promise<string[]> {
  const bytes = await read().catch(() => Buffer.alloc(0));
  return (Object.keys(canary) as Name[])
    .filter((name) => name !== "injected" && formsOf(canary[name]).some((form) => bytes.includes(form)))
    .map((name) => `${name} in ${where}`);
}

/** Six digits that stand by themselves. */
const standsAlone = (bytes: Buffer, code: string): boolean =>
  new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`).test(bytes.toString("latin1"));

it("Forty and more values are planted, each unlike the others.", () => {
  const planted = Object.values(canary);
  expect(planted.length).toBeGreaterThanOrEqual(40);
  for (const one of planted) expect(planted.filter((other) => other.includes(one))).toEqual([one]);
});

describe("after a whole loan, nothing of the person can be read", () => {
  beforeAll(async () => {
    await register();
    await giveInformation();
    await proveAddress();
    await borrowAndRepay();
    await tellMore();
    await askForChanges();
    await complain();
    await workInTheConsole();
    await typeWhereItDoesNotBelong();
    await later(120);
    await breakThings();
    secrets.push(
      ...[...cookies].filter(([name, value]) => name.includes("sid") && value.length > 20).map(([, value]) => value),
    );
    await database.query("checkpoint");
  }, 400_000);

  it("in the files of the database, its log of writes, and the stored objects", async () => {
    const tables = new Map(
      (
        await database.query<{ path: string; name: string }>(
          `select pg_relation_filepath(oid) as path, relname as name from pg_class where relkind in ('r', 'i', 't') and pg_relation_filepath(oid) is not null`,
        )
      ).rows.map((row) => [row.path, row.name]),
    );
    const found: string[] = [];
    for (const file of await filesBelow(dataDir)) {
      const path = relative(join(dataDir, "postgres"), file);
      found.push(...(await findings(tables.get(path.replace(/(\.\d+|_[a-z]+)$/, "")) ?? path, () => readFile(file))));
    }
    expect([...new Set(found)]).toEqual([]);
    // What may stand there is found: the search does search.
    const [{ number }] = (await database.query<{ number: string }>("select number from loan")).rows as [
      { number: string },
    ];
    const holding = await Promise.all(
      (await filesBelow(join(dataDir, "postgres"))).map(async (file) =>
        (await readFile(file).catch(() => Buffer.alloc(0))).includes(number),
      ),
    );
    expect(holding.filter(Boolean).length).toBeGreaterThan(1);
  }, 120_000);

  it("in a backup, which is taken while the server runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tunai-canary-backup-"));
    const [to, secretsDir] = [join(folder, "backup"), join(dataDir, "secrets")];
    const environment = { ...process.env, APP_ENV: "test", NODE_ENV: "production", DATA_DIR: dataDir };
    const { status, said } = await new Promise<{ status: number | null; said: string }>((ended) => {
      const child = spawn("sh", ["scripts/node.sh", "scripts/backup.ts", to], {
        env: { ...environment, SECRETS_DIR: secretsDir },
      });
      let heard = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (heard += String(text)));
      child.once("close", (code) => ended({ status: code, said: heard }));
    });
    expect(status, said).toBe(0);
    const found: string[] = [];
    const files = await filesBelow(to);
    for (const file of files) found.push(...(await findings(relative(to, file), () => readFile(file))));
    expect(files.length).toBeGreaterThan(100);
    expect([...new Set(found)]).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  }, 240_000);

  it("not the codes that were sent, nor what logs a session in", async () => {
    expect(codes.length).toBeGreaterThanOrEqual(4);
    expect(secrets.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const table of (
      await database.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
      )
    ).rows) {
      const { rows } = await database.query<{ row: string }>(`select t::text as row from ${table.name} t`);
      const bytes = Buffer.from(rows.map(({ row }) => row).join("\n"));
      for (const code of codes) if (standsAlone(bytes, code)) found.push(`a code in ${table.name}`);
      for (const secret of [...secrets, canary.password])
        if (bytes.includes(secret)) found.push(`a secret in ${table.name}`);
      for (const name of ["insurancePassword", "taxPassword", "bankPassword", "staffPassword"] as const)
        if (bytes.includes(canary[name])) found.push(`${name} in ${table.name}`);
    }
    expect(found).toEqual([]);
  });

  it("in the log, whose every event is one line without a sign that steers", async () => {
    const log = printed.join("");
    const leaking: string[] = [];
    for (const line of log.split("\n"))
      if ((await findings("the log", async () => Buffer.from(line))).length > 0) leaking.push(line);
    expect(leaking).toEqual([]);
    for (const code of codes) expect(standsAlone(Buffer.from(log), code)).toBe(false);
    const lines = log.split("\n").filter((line) => line !== "" && !line.startsWith("Tunai is ready"));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(() => JSON.parse(line), line).not.toThrow();
      expect(JSON.parse(line)["message"]).not.toContain(canary.injected);
      // oxlint-disable-next-line no-control-regex
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    }
  });

  it("in the memory of the process, of what opens other houses: their passwords, and the codes", async () => {
    const heap = await heaps.of(product);
    // What works on for good is there: the search does search.
    expect(heap.includes("privacy-retention")).toBe(true);
    const others = ["insurancePassword", "taxPassword", "bankPassword"] as const;
    expect(others.filter((name) => formsOf(canary[name]).some((form) => heap.includes(form)))).toEqual([]);
    // Texts of a heap stand between quotation marks.
    expect(codes.filter((code) => heap.includes(`"${code}"`))).toEqual([]);
  }, 120_000);

  it("in reports of errors, of which there were some", async () => {
    await expect.poll(() => sentry.heard.length).toBeGreaterThan(0);
    const reports = Buffer.concat(sentry.heard.map(({ body }) => body));
    expect(await findings("error reports", async () => reports)).toEqual([]);
  });

  it("in what the event sink gets", async () => {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from telemetry_event t union all select t::text from sandbox_event t`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(await findings("events", async () => Buffer.from(rows.map(({ row }) => row).join("\n")))).toEqual([]);
  });
});
