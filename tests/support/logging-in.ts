/** Registering, logging in and proving over HTTP, as the login's screens and a native app do it. */
import type { TestApp, TestClient, TestResponse } from "./app.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";

const agreements = ["TERMS", "PRIVACY"];

/** For one test file and its app. */
export function loggingIn({ services, clock }: TestApp) {
  let made = 0;
  const codeTo = async (mobileNumber: string): Promise<string> =>
    (await services.outside.sandbox!.messages.list({ to: mobileNumber })).find(({ code }) => code)?.code ?? "";
  async function askCode(client: TestClient, mobileNumber: string): Promise<string> {
    const { body: captcha } = await client.post("/api/user/generateCaptcha", {});
    const answer = (await sandboxCaptchaAnswer(services, captcha.captchaKey)) ?? "";
    const sent = await client.post("/api/v2/mobile/sendVerification", {
      mobileNumber,
      purpose: "LOGIN",
      channel: "SMS",
      captchaKey: captcha.captchaKey,
      captcha: answer,
    });
    return sent.body.verificationId;
  }
  async function stepUpCode(
    client: TestClient,
    mobileNumber: string,
    purpose: string,
  ): Promise<{ verificationId: string; code: string }> {
    clock.advance(60_000);
    const sent = await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
    return { verificationId: sent.body.verificationId, code: await codeTo(mobileNumber) };
  }
  return {
    agreements,
    /** A number that no other test of the file uses. */
    nextNumber: (): string => `08${String(1_300_000_000 + ++made * 1_000_007)}`,
    codeTo,
    /** Answers the challenge's id. */
    askCode,
    stepUpCode,
    /** Registers, or logs in where the number is known. */
    async enter(
      client: TestClient,
      mobileNumber: string,
      extra: object = {},
      path = "/api/v2/user/union/registerOrLogin",
    ): Promise<TestResponse> {
      const verificationId = await askCode(client, mobileNumber);
      const body = {
        mobileNumber,
        verificationId,
        code: await codeTo(mobileNumber),
        ...(path.endsWith("login") ? {} : { agreements }),
        ...extra,
      };
      return client.post(path, body);
    },
    givePassword: async (client: TestClient, mobileNumber: string, password = "Garam&Laut7"): Promise<TestResponse> =>
      client.post("/api/account/password", { ...(await stepUpCode(client, mobileNumber, "SET_PASSWORD")), password }),
    /** The cookies that an answer sets, whole lines by their names. */
    cookiesOf: (response: TestResponse) =>
      new Map(response.headers.getSetCookie().map((line) => [line.split("=")[0]!, line])),
  };
}
