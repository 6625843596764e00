/** Signed papers in a browser: fetched as their owner, checked by a stranger and by the field's own tool. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { phone, type Phone, type PhoneOptions } from "./browser.ts";

const run = promisify(execFile);

/** The bytes behind the download link of the page that stands, and the public address where they are checked. */
export async function downloadPaper({ page, context, origin }: Phone): Promise<{ bytes: Buffer; verifyPath: string }> {
  const file = await page.locator("a[download]").first().getAttribute("href");
  const verify = await page.locator("a[href*='/verify/']").first().getAttribute("href");
  const answer = await context.request.get(new URL(file ?? "", origin).href);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  return { bytes: await answer.body(), verifyPath: new URL(verify ?? "", origin).pathname };
}

/** The signature holds for Poppler's pdfsig, where it is installed. */
export async function expectSigned(bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-paper-"));
  try {
    const file = join(folder, "paper.pdf");
    await writeFile(file, bytes);
    const { stdout } = await run("pdfsig", ["-nocert", file]);
    expect(stdout).toContain("Signature is Valid.");
    expect(stdout).toContain("Total document signed");
  } catch (error) {
    // Not everybody has the tool; the same is proved without it in src/features/credit/agreement.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stranger without a login opens the address and holds the file against it; one changed byte is found. */
export async function checkAsStranger(
  origin: string,
  { bytes, verifyPath }: { bytes: Buffer; verifyPath: string },
  options: PhoneOptions = {},
): Promise<void> {
  const stranger = await phone({ origin, ...options });
  const { page } = stranger;
  const compare = async (buffer: Buffer, result: "SEALED" | "NONE") => {
    await page.setInputFiles("[name=file]", { name: "paper.pdf", mimeType: "application/pdf", buffer });
    await page.locator("button[data-track=verify_file]").click();
    await page.locator(`[data-compare-result=${result}]`).waitFor();
    await stranger.look(`verify-${result}`);
  };
  const sent: string[] = [];
  page.on(
    "request",
    (request) => void (request.method() === "POST" && request.url().endsWith(verifyPath) && sent.push(request.url())),
  );
  await stranger.open(verifyPath);
  await compare(bytes, "SEALED");
  const changed = Buffer.from(bytes);
  changed[Math.floor(bytes.length / 2)] = (changed[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  await compare(changed, "NONE");
  expect(sent, "the file stays on the phone that can compare it by itself").toHaveLength(
    options.javaScript === false ? 2 : 0,
  );
  await stranger.context.close();
}
