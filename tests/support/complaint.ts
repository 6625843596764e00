/** Complaints through the API: people who hand them in, and staff who answer. */
import { expect } from "vitest";
import sharp from "sharp";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { TestApp, TestClient } from "./app.ts";

/** A complaint whose ticket is open in `client`. */
export interface Handed {
  client: TestClient;
  email: string;
  number: string;
  complaintId: string;
}
export interface Options {
  reason?: string;
  text?: string;
  email?: string;
}
type Staff = Pick<TestClient, "get" | "post">;
interface SentMail {
  subject: string;
  text: string;
  link: string;
}

export const supportId = "0190cccc-0000-7000-8000-000000000001";

export function complaintsOf(app: TestApp) {
  const { database } = app.services;
  let count = 0;
  const key = () => ({ "Idempotency-Key": `complaint-key-${++count}` });
  const address = () => `orang${++count}@contoh.id`;
  const words = (options: Options = {}) => ({
    reason: "collection",
    text: "Saya ditelepon jam 11 malam.",
    email: address(),
    ...options,
  });
  /** A new login for each call: days pass here, and a session of the console does not last so long. */
  const staffOf = (id: string, role: StaffRole): Staff => ({
    get: async (path) => (await app.staff(id, [role])).get(path),
    post: async (path, body, headers) => (await app.staff(id, [role])).post(path, body, headers),
  });
  const support = staffOf(supportId, "support");

  async function captchaFor(client: TestClient): Promise<{ captchaKey: string; captcha: string }> {
    const { captchaKey } = (await client.post("/api/user/generateCaptcha", {})).body;
    const { answer } = (await client.get(`/api/sandbox/captcha/${captchaKey}`)).body;
    return { captchaKey, captcha: answer };
  }

  /** A visitor's complaint, or a borrower's where `client` is one; a visitor with a client of its own brings the captcha too. */
  async function handedIn(
    options: Options = {},
    client?: TestClient,
    captcha?: Awaited<ReturnType<typeof captchaFor>>,
  ): Promise<Handed> {
    const who = client ?? app.client();
    const body = words(options);
    const made = await who.post(
      "/api/complaint",
      client ? { ...body, ...captcha } : { ...body, ...(await captchaFor(who)) },
      key(),
    );
    expect(made.status, made.text).toBe(201);
    const { number } = made.body;
    expect((await who.post("/api/complaint/open", { number, email: body.email })).status).toBe(200);
    const { id } = await database
      .selectFrom("complaint")
      .select("id")
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    return { client: who, email: body.email, number, complaintId: id };
  }

  return {
    key,
    address,
    words,
    captchaFor,
    handedIn,
    support,
    colleague: staffOf("0190cccc-0000-7000-8000-000000000002", "support"),
    admin: staffOf("0190cccc-0000-7000-8000-000000000003", "admin"),
    auditor: staffOf("0190cccc-0000-7000-8000-000000000009", "auditor"),
    mailsTo: async (email: string) =>
      (await app.client().get(`/api/sandbox/messages?to=${encodeURIComponent(email)}`)).body.items as SentMail[],
    ticketOf: async ({ client }: Handed) => (await client.get("/api/complaint/ticket")).body,
    caseOf: async ({ complaintId }: Pick<Handed, "complaintId">) =>
      (await support.get(`/api/staff/complaints/${complaintId}`)).body,
    /** An action of staff on a complaint, by the last part of the call's path. */
    act: (staff: Staff, { complaintId }: Pick<Handed, "complaintId">, action: string, body: object = {}) =>
      staff.post(`/api/staff/complaints/${complaintId}/${action}`, body, key()),
    dayLater: (days: number) => app.clock.advance(days * 86_400_000),
    photo: (hue: number) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: { r: hue, g: 90, b: 200 } } })
        .jpeg()
        .toBuffer(),
    async upload({ client }: Handed, bytes: Uint8Array) {
      const form = new FormData();
      form.append("photo", new File([new Uint8Array(bytes)], "bukti.jpg", { type: "image/jpeg" }));
      return client.send("POST", "/api/complaint/ticket/photo", form);
    },
  };
}

/** Status and problem code of an answer. */
export const codeOf = (answer: { status: number; body: { status?: { code: string } } | null }) => [
  answer.status,
  answer.body?.status?.code,
];
