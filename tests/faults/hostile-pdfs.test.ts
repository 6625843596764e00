/** Uploaded PDFs made to use memory and time: they are refused within limits, and other uploads continue. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { expect, it } from "vitest";
import { drawUploadedPdf } from "#server/pdf/uploaded.ts";
import { pause } from "#server/work/timers.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import * as hostile from "#tests/support/hostile-pdf.ts";

const root = join(import.meta.dirname, "../..");
const app = await testApp();
const newBorrower = () => app.loggedIn(app.services.random.uuid());

async function upload(client: TestClient, pdf: Uint8Array) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(pdf)], "mutasi.pdf", { type: "application/pdf" }));
  const begun = performance.now();
  const answer = await client.send("POST", "/api/document/kind/BANK_STATEMENT", form);
  return { answer, code: answer.body.status?.code, seconds: (performance.now() - begun) / 1000 };
}

async function statement(pages = 1): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4" });
  for (let line = 0; line < 40; line++) document.text(`Mutasi ${line} Rp 1.000.000`);
  for (let page = 1; page < pages; page++) document.addPage();
  const chunks: Buffer[] = [];
  const ended = new Promise((done) => document.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", done));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The processes that draw for another one. */
const drawersOf = (parent: number): number[] =>
  told(parent, `task/${parent}/children`)
    .split(" ")
    .filter((id) => id !== "" && told(id, "cmdline").includes("drawing-main"))
    .map(Number);
function told(id: number | string, what: string): string {
  try {
    return readFileSync(`/proc/${id}/${what}`, "latin1");
  } catch {
    return "";
  }
}
const megabytesOf = (id: number | string): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(told(id, "status"))?.[1] ?? 0) / 1024;
const processorSecondsOf = (id: number): number => {
  const [, , , , , , , , , , , user, system] = told(id, "stat")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(user) + Number(system)) / 100 || 0;
};

/** As a client does while the machine is busy. */
async function uploadUntilTaken(client: TestClient, pdf: Uint8Array) {
  for (let time = 1; ; time++) {
    const uploaded = await upload(client, pdf);
    if (uploaded.code !== "UNAVAILABLE" || time === 4) return uploaded;
  }
}

/** The highest memory (megabytes) of this process and of the drawing ones during `work`, above this one's memory before. */
async function worstOf<Result>(work: Promise<Result>) {
  const before = megabytesOf(process.pid);
  let [megabytes, processorSeconds, isOver] = [0, 0, false];
  const over = work.finally(() => (isOver = true));
  while (!isOver) {
    const ids = drawersOf(process.pid);
    megabytes = Math.max(
      megabytes,
      megabytesOf(process.pid) - before + ids.reduce((sum, id) => sum + megabytesOf(id), 0),
    );
    processorSeconds = Math.max(processorSeconds, ...ids.map(processorSecondsOf));
    await pause(5);
  }
  return { result: await over, megabytes, processorSeconds };
}

/**
 * From sources the drawing process uses 20 MB more than the built one, for loading TypeScript, and this process grows
 * by the test's own work.
 */
const maxMegabytes = 150 + 20 + 15;

const refused: Record<string, Uint8Array> = {
  "forms in forms": hostile.nestedForms(9, 10),
  "forms in forms, packed so that nobody looks into them": hostile.nestedForms(9, 10, 2),
  "forms sixty deep, packed": hostile.nestedForms(60, 2, 2),
  "patterns in patterns": hostile.nestedPatterns(6, 10),
  "masks in masks": hostile.nestedMasks(9, 10),
  "letters written with letters": hostile.nestedLetters(8, 10),
  "contents that unpack to 200 MB, from two kilobytes": hostile.packedContents(200, 2),
  "half a million squares": hostile.packedContents(7, 1),
  "a picture of ten thousand million pixels": hostile.largePicture(100_000, 100_000, 20),
  "a shading by a long program": hostile.longShading(200),
  "forms in a circle": hostile.circularForms(30),
};
/** Each uses its whole four seconds of CPU; one of them shows the limit, the long run shows all. */
const likeThePatterns = ["masks in masks", "letters written with letters", "a shading by a long program"];
const isLong = process.env["TEST_LONG"] === "1";
for (const [name, pdf] of Object.entries(refused).filter(([name]) => isLong || !likeThePatterns.includes(name))) {
  it(`Refused in bounds: ${name}`, async () => {
    const client = await newBorrower();
    const { result, megabytes, processorSeconds } = await worstOf(uploadUntilTaken(client, pdf));
    expect([result.answer.status, result.code]).toEqual([422, "PDF_TOO_COMPLEX"]);
    expect(result.answer.body.status.fields).toMatchObject([{ path: "photo", code: "PDF_TOO_COMPLEX" }]);
    expect(megabytes).toBeLessThan(maxMegabytes);
    // Four for the document, plus the start. An idle machine refuses within that time.
    expect(processorSeconds).toBeLessThan(5.1);
    expect(result.seconds).toBeLessThan(45);
  }, 180_000);
}

/** The square on the largest page is less than a dot of its picture: it shows nothing. */
const drawn: [name: string, pdf: Uint8Array, code?: string][] = [
  [
    "a page of a thousand kilometres",
    hostile.onePage("0 0 1 1 re f", "", [], "/MediaBox[0 0 1000000000 1000000000]"),
    "PDF_BLANK",
  ],
  [
    "a page whose unit is a hundred thousand",
    hostile.onePage("0 0 9 9 re f", "", [], "/UserUnit 100000/MediaBox[0 0 595 842]"),
  ],
  ["a page 900 deep in the tree of pages", hostile.deepPages(900)],
  ["a page 5,000 deep in the tree of pages", hostile.deepPages(5_000), "PDF_UNREADABLE"],
  ["a page 100,000 times as high as wide", hostile.onePage("", "", [], "/MediaBox[0 0 1 100000]"), "PDF_UNREADABLE"],
];
for (const [name, pdf, code] of drawn) {
  it(`${code ? `Refused with ${code}` : "Drawn"}, and no more than any page: ${name}`, async () => {
    const { result, megabytes } = await worstOf(uploadUntilTaken(await newBorrower(), pdf));
    expect(result.code).toBe(code);
    expect(megabytes).toBeLessThan(maxMegabytes);
  }, 180_000);
}

it("One borrower whose hostile documents are drawn, wait and are refused holds up nobody else", async () => {
  const [mallory, anna, budi] = await Promise.all([newBorrower(), newBorrower(), newBorrower()]);
  const whole = await statement();
  // The time of one upload on this machine without concurrent ones.
  const alone = (await upload(anna, whole)).seconds;
  await anna.post(
    `/api/document/${(await anna.get("/api/document/kind/BANK_STATEMENT")).body.photos[0].id}/delete`,
    {},
  );
  const answered: string[] = [];
  const codes = new Set<string>();
  const took: number[] = [];
  const rounds = isLong ? 4 : 1;
  for (let round = 0; round < rounds; round++) {
    // One is being drawn, one waits, and one is refused.
    const attack = [1, 2, 3].map(async () => {
      const { code } = await upload(mallory, refused["patterns in patterns"] as Uint8Array);
      codes.add(code);
      if (code !== "RATE_LIMITED") answered.push("mallory");
    });
    await pause(100);
    for (const client of [anna, budi]) {
      const { answer, seconds } = await upload(client, whole);
      expect(answer.status).toBe(200);
      answered.push("other");
      took.push(seconds);
      await client.post(`/api/document/${answer.body.photos[0].id}/delete`, {});
    }
    await Promise.all(attack);
  }
  // The others were finished before his first one, each time.
  expect(answered).toEqual(Array.from({ length: rounds }, () => ["other", "other", "mallory", "mallory"]).flat());
  expect(codes).toContain("RATE_LIMITED");
  expect(codes).not.toContain(undefined);
  const median = took.sort((a, b) => a - b)[took.length / 2] as number;
  // Under a second on an idle machine; his two take eight.
  expect(median).toBeLessThan(1 + 8 * alone);
}, 180_000);

it("Whoever sends a third one is told when to come back, and so is everybody where too many wait", async () => {
  const slow = refused["forms in forms, packed so that nobody looks into them"] as Uint8Array;
  const mallory = await newBorrower();
  const three = await Promise.all([1, 2, 3].map(() => upload(mallory, slow)));
  const third = three.find(({ code }) => code === "RATE_LIMITED");
  expect([third?.answer.status, third?.answer.headers.get("retry-after")]).toEqual([429, "5"]);
  const crowd = await Promise.all(Array.from({ length: 10 }, newBorrower));
  const answers = await Promise.all(crowd.map((client) => upload(client, slow)));
  const busy = answers.filter(({ code }) => code === "UNAVAILABLE");
  expect(busy.length).toBeGreaterThan(0);
  for (const { answer } of busy) expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await upload(await newBorrower(), await statement())).answer.status).toBe(200);
}, 180_000);

it("A process that is killed at work is followed by another one, and none is left when all is done", async () => {
  const pdf = new Uint8Array(await statement(3));
  let killed = 0;
  const drawing = drawUploadedPdf(pdf, "anna", 6, async () => {
    for (const id of drawersOf(process.pid)) process.kill(id, "SIGKILL");
    killed++;
  });
  expect((await drawing).outcome).toBe("TOO_COMPLEX");
  expect(killed).toBe(1);
  let pages = 0;
  const next = await drawUploadedPdf(pdf, "budi", 6, async () => void pages++);
  expect([next.outcome, pages]).toEqual(["DRAWN", 3]);
  await expect.poll(() => drawersOf(process.pid), { timeout: 60_000, interval: 500 }).toEqual([]);
});

/** Draws as a server does, in a process that can be stopped. */
const drawing = (pdf: string) => `
  process.on("SIGTERM", () => process.exit(0));
  const { drawUploadedPdf } = await import("./src/server/pdf/uploaded.ts");
  const { readFileSync } = await import("node:fs");
  await drawUploadedPdf(new Uint8Array(readFileSync(${JSON.stringify(pdf)})), "anna", 6, async () => {});
  console.log("drawn");
  setInterval(() => {}, 1_000);
`;
for (const [how, signal] of [
  ["stopped", "SIGTERM"],
  ["killed", "SIGKILL"],
] as const) {
  for (const at of ["rest", "work"] as const) {
    it(`No process that draws outlives a server that is ${how} while it is at ${at}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "tunai-pdf-"));
      const file = join(folder, "a.pdf");
      await writeFile(file, at === "work" ? hostile.nestedLetters(8, 10) : await statement());
      const server = spawn(process.execPath, ["--input-type=module", "-e", drawing(file)], { cwd: root });
      const remaining = new Set<number>();
      const findDrawers = (): boolean => {
        for (const id of drawersOf(server.pid as number)) remaining.add(id);
        return remaining.size > 0;
      };
      if (at === "rest") await new Promise((drawn) => server.stdout.once("data", drawn));
      await expect.poll(findDrawers).toBe(true);
      // So that it has the document.
      if (at === "work") await expect.poll(() => [...remaining].some((id) => processorSecondsOf(id) > 0.8)).toBe(true);
      const ended = new Promise((done) => server.once("exit", done));
      server.kill(signal);
      await ended;
      const isLeft = (): boolean => [...remaining].some((id) => told(id, "cmdline").includes("drawing-main"));
      await expect.poll(isLeft, { timeout: 55_000 }).toBe(false);
      await rm(folder, { recursive: true });
    });
  }
}
