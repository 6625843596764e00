/** Asking for codes and entering them, over HTTP. */
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import type { TestApp, TestClient, TestResponse } from "./app.ts";

/** For one test file and its app. */
export function codesOf({ services }: TestApp) {
  let made = 0;
  async function captcha(client: TestClient): Promise<{ captchaKey: string; captcha: string }> {
    const { body } = await client.post("/api/user/generateCaptcha", {});
    return { captchaKey: body.captchaKey, captcha: (await sandboxCaptchaAnswer(services, body.captchaKey)) ?? "" };
  }
  async function send(
    client: TestClient,
    mobileNumber: string,
    channel = "SMS",
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    return client.post(
      "/api/v2/mobile/sendVerification",
      { mobileNumber, purpose: "LOGIN", channel, ...(await captcha(client)) },
      headers,
    );
  }
  /** Asks for a code to log in with, as the page does first: without a captcha. */
  const sendFree = (client: TestClient, mobileNumber: string, channel = "SMS"): Promise<TestResponse> =>
    client.post("/api/mobile/sendVerificationWithoutCaptcha", { mobileNumber, purpose: "LOGIN", channel });
  /** The newest code that was sent to a number. */
  async function codeTo(mobileNumber: string): Promise<string> {
    const [message] = await services.outside.sandbox!.messages.list({ to: mobileNumber });
    return message?.code ?? "";
  }
  return {
    /** A number that no other test of the file uses. */
    nextNumber: (): string => `08${String(1_200_000_000 + ++made * 1_000_007)}`,
    /** A captcha with its answer. */
    captcha,
    /** Asks for a code to log in with, after a captcha. */
    send,
    sendFree,
    codeTo,
    /** Another code than this one. */
    wrongOf: (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0"),
    verify: (client: TestClient, verificationId: string, code: string): Promise<TestResponse> =>
      client.post("/api/mobile/verifyVerificationCode", { verificationId, code }),
    async logIn(client: TestClient, mobileNumber: string): Promise<TestResponse> {
      const { body } = await send(client, mobileNumber);
      return client.post("/api/v2/user/union/registerOrLogin", {
        mobileNumber,
        verificationId: body.verificationId,
        code: await codeTo(mobileNumber),
        agreements: ["TERMS", "PRIVACY"],
      });
    },
  };
}
