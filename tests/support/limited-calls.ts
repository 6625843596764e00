/** Calls that are repeated until a limit stops them: by address, by borrower, or by the person that they concern. */
import sharp from "sharp";
import { expect } from "vitest";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { TestApp, TestClient, TestResponse } from "./app.ts";
import { changingNumber } from "./changing-number.ts";
import { complaintsOf } from "./complaint.ts";
import { activeLoan } from "./loan.ts";
import { loggingIn } from "./logging-in.ts";

type Ask = () => Promise<TestResponse>;
export interface Limit {
  /** Prefix of the counter's key. */
  key: string;
  max: number;
  seconds: number;
  /** Two who ask: what one asks does not count for the other. */
  askers(): Promise<readonly [Ask, Ask]>;
}

export async function limitedCalls(app: TestApp) {
  const { services } = app;
  const { database } = services;
  const { askCode, codeTo, enter, nextNumber } = loggingIn(app);
  const { handedIn, words, captchaFor, upload, photo } = complaintsOf(app);
  const change = await changingNumber(app);
  const id = () => services.random.uuid();
  const key = () => ({ "Idempotency-Key": id() });
  const from = (address: string) => app.client({ "X-Forwarded-For": address });
  const borrower = () => app.loggedIn(id(), "STEP_UP_BIND");
  const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  const form = (field: string, more: Record<string, string> = {}) => {
    const sent = new FormData();
    sent.append(field, new File([new Uint8Array(jpeg)], "photo.jpg", { type: "image/jpeg" }));
    for (const [name, value] of Object.entries(more)) sent.append(name, value);
    return sent;
  };

  /** Business time goes on by so many seconds; limits are of real time. */
  const wait = (seconds: number) => app.clock.advance(seconds * 1000);
  let places = 0;
  const address = () => `10.${60 + Math.floor(places / 250)}.${places++ % 250}.1`;
  const somewhere = () => from(address());
  /** A device that we know again, at a place of its own. */
  const device = () => app.client({ "X-Forwarded-For": address() }, id());
  /** A request about a lost number; no other request names this number or NIK. */
  async function lose(client: TestClient, about: { mobileNumber?: string; nik?: string } = {}): Promise<TestResponse> {
    const nik = `317401570494${String(8_000 + ++places)}`;
    const { captchaKey, captcha } = await captchaFor(client);
    const typed = { mobileNumber: change.nextNumber(), nik, birthDate: "1994-04-17", ...about };
    return client.post("/api/lost-number", { ...typed, captchaKey, captcha });
  }

  async function withPerson(): Promise<TestClient> {
    const client = await borrower();
    // One whose face fails: a face that was verified is not checked again.
    const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find(
      ({ outcome }) => outcome === "FACE_FAILS",
    )!;
    expect((await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex })).status).toBe(200);
    return client;
  }
  const face = (client: TestClient) => () =>
    client.send("POST", "/api/identity/face-check", form("photo", { agreed: "on" }));

  async function complain(client: TestClient, email: string): Promise<TestResponse> {
    return client.post("/api/complaint", { ...words({ email }), ...(await captchaFor(client)) }, key());
  }

  /** A push that ends at once, so that the next one is not refused for it. */
  async function push(borrowerId: string, mobileNumber: string): Promise<TestResponse> {
    const client = await app.loggedIn(borrowerId);
    const answer = await client.post("/api/repayment/ewallet", { mobileNumber, amountRupiah: 20_000 }, key());
    await database
      .updateTable("payment_request")
      .set({ state: "FAILED", nextInquiryAt: null })
      .where("borrowerId", "=", borrowerId)
      .execute();
    return answer;
  }

  /** Two borrowers with a loan to pay on. */
  let owed: [string, string] | undefined;
  const owing = async () =>
    (owed ??= [(await activeLoan(app)).borrowerId, (await activeLoan(app)).borrowerId] satisfies [string, string]);
  /** The same asked by two borrowers, each counted alone. */
  const ofBorrowers =
    (ask: (client: TestClient) => ReturnType<Ask>): Limit["askers"] =>
    async () => {
      const [one, other] = [await borrower(), await borrower()];
      return [() => ask(one), () => ask(other)];
    };
  const addContact = (client: TestClient) =>
    client.post("/api/profile/contacts", { name: "Ani", mobileNumber: "081300066001", relationship: "FRIEND" });
  const inquire = (client: TestClient) =>
    client.post("/api/bank-account", { bankCode: "014", accountNumber: "9900000001" }, key());

  /** Wrong NIKs that an owner types at a number change, from a network and a device of the owner's own. */
  async function wrongNik(): Promise<Ask> {
    const { client, requestId } = await change.upTo("old");
    const headers = { "X-Forwarded-For": address() };
    const path = change.at(requestId, "identity");
    return () => client.send("POST", path, form("photo", { nik: "3171010101900001", agreed: "on" }), headers);
  }
  /** Limits by device in any network, and by network for any device. */
  const nikLimits: Limit[] = [
    { key: "face-nik-device:", max: 5, seconds: 86_400, askers: async () => [await wrongNik(), await wrongNik()] },
    { key: "face-nik-network:", max: 20, seconds: 86_400, askers: async () => [await wrongNik(), await wrongNik()] },
  ];

  const complainAs = (client: TestClient, email: string) => client.post("/api/complaint", words({ email }), key());
  const complaintLimits: Limit[] = [
    {
      key: "complaint-borrower:",
      max: 5,
      seconds: 86_400,
      askers: ofBorrowers((client) => complainAs(client, `${id()}@contoh.id`)),
    },
    {
      key: "complaint-borrowers-address:",
      max: 5,
      seconds: 86_400,
      askers: async () => [
        async () => complainAs(await borrower(), "tiga@contoh.id"),
        async () => complainAs(await borrower(), "empat@contoh.id"),
      ],
    },
  ];

  return {
    askCode,
    codeTo,
    enter,
    nextNumber,
    handedIn,
    words,
    captchaFor,
    upload,
    photo,
    change,
    id,
    key,
    from,
    borrower,
    jpeg,
    form,
    address,
    wait,
    somewhere,
    device,
    lose,
    withPerson,
    face,
    complain,
    push,
    owing,
    ofBorrowers,
    addContact,
    inquire,
    complaintLimits,
    nikLimits,
  };
}
