/** Photos sent by a form: shown, scaled down, and uploaded with progress. */
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { answers, failures, formPage, page, posts, show } from "#tests/support/enhanced-page.ts";

describe("photos", () => {
  const inner = `<div><input type="file" name="ktp" accept="image/jpeg"><div data-preview hidden></div><progress data-upload-progress max="100" value="0" hidden></progress></div>`;
  const upload = (path: string) => show(path, formPage(inner, 'enctype="multipart/form-data"'));
  const photo = async () => {
    const noise = {
      create: {
        width: 2400,
        height: 1800,
        channels: 3 as const,
        background: "#888",
        noise: { type: "gaussian" as const, mean: 128, sigma: 40 },
      },
    };
    return { name: "KTP.jpg", mimeType: "image/jpeg", buffer: await sharp(noise).jpeg({ quality: 95 }).toBuffer() };
  };
  test("A photo is shown, made smaller and sent with its progress; the redirect is followed.", async () => {
    await upload("/photo");
    const picked = await photo();
    await page.waitForFunction(() => document.querySelector('script[src^="/assets/upload-"]'));
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", picked);
    expect(await page.getAttribute("[data-preview] img", "src")).toMatch(/^blob:/);
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
    const body = posts[0]?.body ?? Buffer.alloc(0);
    expect(body.length).toBeLessThan(picked.buffer.length);
    const start = body.indexOf(Buffer.from([0xff, 0xd8]));
    const { width, height } = await sharp(body.subarray(start)).metadata();
    expect([width, height]).toEqual([1600, 1200]);
    expect(body.toString("latin1")).toContain('name="idempotencyKey"');
  });
  test("A long screenshot keeps its width, so that its small print stays readable.", async () => {
    await upload("/long");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
    const long = sharp({ create: { width: 1080, height: 7000, channels: 3, background: "#fff", noise } });
    const buffer = await long.jpeg({ quality: 98 }).toBuffer();
    await page.setInputFiles("input[type=file]", { name: "mutasi.jpg", mimeType: "image/jpeg", buffer });
    await page.click("#go");
    await page.waitForURL("**/done");
    const body = posts[0]?.body ?? Buffer.alloc(0);
    const { width, height } = await sharp(body.subarray(body.indexOf(Buffer.from([0xff, 0xd8])))).metadata();
    expect([width, height]).toEqual([1080, 7000]);
    expect(body.length).toBeLessThan(buffer.length);
  });
  test("A photo that lies on its side is turned upright and made smaller, also where createImageBitmap takes no orientation.", async () => {
    await page.addInitScript(() => {
      // As in versions before Chrome 111.
      window.createImageBitmap = () => Promise.reject(new TypeError("from-image is not a valid enum value"));
    });
    await upload("/sideways");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    // A quarter of the file's lower edge is red: rotated by the camera's metadata it is the left side.
    const size = { width: 2400, height: 1800 };
    const red = { create: { width: 2400, height: 450, channels: 3 as const, background: "#f00" } };
    const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
    const buffer = await sharp({ create: { ...size, channels: 3, background: "#888", noise } })
      .composite([{ input: await sharp(red).png().toBuffer(), top: 1350, left: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    await page.setInputFiles("input[type=file]", { name: "KTP.jpg", mimeType: "image/jpeg", buffer });
    await page.click("#go");
    await page.waitForURL("**/done");
    const body = posts[0]?.body ?? Buffer.alloc(0);
    const sent = sharp(body.subarray(body.indexOf(Buffer.from([0xff, 0xd8]))));
    const { width, height, orientation = 1 } = await sent.metadata();
    expect([width, height, orientation]).toEqual([1200, 1600, 1]);
    const { channels } = await sharp(
      await sent.extract({ left: 20, top: 200, width: 200, height: 1200 }).toBuffer(),
    ).stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
    expect(channels[1]?.mean).toBeLessThan(60);
  });
  test("A further step of the same page is gone to, so that going back leads to the step before.", async () => {
    await upload("/step");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    await page.setInputFiles("input[type=file]", {
      name: "KTP.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no picture"),
    });
    answers.set("/step", { status: 303, html: "/step?step=data" });
    await page.click("#go");
    await page.waitForURL("**/step?step=data");
    await page.goBack();
    await page.waitForURL("**/step");
  });
  test("A refusal takes the place of the page, works again, and runs no script.", async () => {
    await upload("/refuse");
    answers.set("/refuse", {
      status: 422,
      html:
        formPage(inner, 'enctype="multipart/form-data"').replace(
          'tabindex="-1" hidden><p></p>',
          'tabindex="-1"><p>Foto buram</p>',
        ) + "",
    });
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", await photo());
    await page.click("#go");
    await page.waitForSelector("text=Foto buram");
    expect(new URL(page.url()).pathname).toBe("/refuse");
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-problem-summary"))).toBe(true);
    answers.clear();
    await page.setInputFiles("input[type=file]", await photo());
    await page.click("#go");
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(2);
  });
  test("A lost network during an upload is said, and the same form goes again.", async () => {
    await upload("/cut");
    await page.waitForLoadState("networkidle");
    await page.setInputFiles("input[type=file]", await photo());
    await page.route("**/cut", (route) => route.abort());
    await page.click("#go");
    await page.waitForSelector("text=Jaringan bermasalah.");
    await page.unroute("**/cut");
    await page.click("#go");
    await page.waitForURL("**/done");
  });
  test("A proxy's own page for a server that is away is told as a lost network, and the photo stays chosen.", async () => {
    await upload("/away");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    await page.setInputFiles("input[type=file]", await photo());
    await page.route("**/away", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" })
        : route.continue(),
    );
    await page.click("#go");
    await page.waitForSelector("text=Jaringan bermasalah.");
    expect(await failures()).toMatchObject([{ status: 502, code: "HTTP_ERROR", method: "POST" }]);
    expect(await page.locator("input[type=file]").evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1);
  });
  test("An upload that is not answered is given up after twenty seconds and goes again.", async () => {
    await page.clock.install();
    await upload("/silent");
    await page.clock.runFor(1000);
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    await page.setInputFiles("input[type=file]", {
      name: "KTP.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no picture"),
    });
    let isSilent = true;
    await page.route("**/silent", (route) => (isSilent ? undefined : route.continue()));
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await page.click("#go");
    await asked;
    expect(await page.getAttribute("#go", "aria-busy")).toBe("true");
    await page.clock.runFor(21_000);
    await page.waitForSelector("text=Jaringan bermasalah.");
    isSilent = false;
    await page.click("#go");
    await page.waitForURL("**/done");
  });
  const text = { name: "KTP.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  const atOnce = (path: string) => show(path, formPage(inner, 'enctype="multipart/form-data" data-send-at-once'));
  test("A file that is chosen in a form which says so is sent at once, and a second one after a refusal too.", async () => {
    await atOnce("/at-once");
    answers.set("/at-once", {
      status: 422,
      html: formPage(inner, 'enctype="multipart/form-data" data-send-at-once').replace(
        "<main>",
        "<main><p>Foto buram</p>",
      ),
    });
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    await page.setInputFiles("input[type=file]", text);
    await page.waitForSelector("text=Foto buram");
    expect(await page.evaluate(() => "chosen" in document.documentElement.dataset)).toBe(false);
    answers.clear();
    await page.setInputFiles("input[type=file]", text);
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(2);
  });
  test("A file that is chosen before the script has come is sent as soon as it is there.", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((go) => (release = go));
    await page.route("**/assets/upload-*", async (route) => {
      await held;
      await route.continue();
    });
    await atOnce("/before");
    await page.setInputFiles("input[type=file]", text);
    expect(posts).toHaveLength(0);
    release();
    await page.waitForURL("**/done");
    expect(posts).toHaveLength(1);
  });
  test("While a file is chosen the page says so, for what would lead away from it.", async () => {
    await upload("/chosen");
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
    const isSaid = () => page.evaluate(() => "chosen" in document.documentElement.dataset);
    expect(await isSaid()).toBe(false);
    await page.setInputFiles("input[type=file]", text);
    expect([await isSaid(), posts]).toEqual([true, []]);
    await page.setInputFiles("input[type=file]", []);
    expect(await isSaid()).toBe(false);
  });
  test("A script that a broken network kept away is asked for again when a photo is chosen.", async () => {
    await page.route("**/assets/upload-*", (route) => route.abort(), { times: 1 });
    await upload("/again");
    await page.waitForEvent("requestfailed");
    await page.setInputFiles("input[type=file]", await photo());
    await page.waitForFunction(() => "uploads" in document.documentElement.dataset);
  });
});
