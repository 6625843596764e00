/**
 * The sandbox's reader of identity cards: reads its own test persons' cards, however compressed, and no other picture.
 */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import type { SandboxPersonAnswer } from "../contract.ts";
import { drawPicture } from "./pictures.ts";

const app = await testApp();
const newBorrower = (): Promise<TestClient> => app.loggedIn(app.services.random.uuid());
const persons = async (): Promise<SandboxPersonAnswer[]> => (await app.client().get("/api/sandbox/persons")).body.items;
const personOf = async (key: string): Promise<SandboxPersonAnswer> => (await persons()).find((one) => one.key === key)!;
const blank = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
  .jpeg()
  .toBuffer();
function upload(client: TestClient, bytes: Uint8Array) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" }));
  return client.send("POST", "/api/identity/card-photo", form);
}

describe("what is read of a card", () => {
  it("is every test person's own, shown until the data is saved, and trusted by nobody", async () => {
    for (const one of await persons()) {
      const client = await newBorrower();
      const small = await sharp(await drawPicture(one, "identity-card"))
        .resize({ width: 800 })
        .jpeg({ quality: 60 })
        .toBuffer();
      expect((await upload(client, small)).status).toBe(200);
      const { person: given, read } = (await client.get("/api/identity")).body;
      const { fullName, nik, birthPlace, birthDate, sex } = one;
      expect({ given, read }).toEqual({ given: null, read: { fullName, nik, birthPlace, birthDate, sex } });
      await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
      expect((await client.get("/api/identity")).body.read).toBeNull();
    }
  }, 120_000);

  it("is nothing of another picture, and forgotten when one follows", async () => {
    const client = await newBorrower();
    const picture = await drawPicture(await personOf("approved-1"), "identity-card");
    await upload(client, picture);
    expect((await client.get("/api/identity")).body.read).not.toBeNull();
    await upload(client, blank);
    expect((await client.get("/api/identity")).body.read).toBeNull();
    const { fullName, nik, birthPlace, birthDate, sex } = await personOf("approved-1");
    await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
    await upload(client, picture);
    expect((await client.get("/api/identity")).body.read).toBeNull();
  });
});
