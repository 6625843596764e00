/** A person's whole way through the product, typing the planted values wherever a value may be typed, and where none belongs. */
import sharp from "sharp";
import { expect } from "vitest";
import { pause } from "#server/work/timers.ts";
import { canary } from "#tests/support/canary-values.ts";

type Json = Record<string, never> & { [name: string]: string };

export function canaryLife(originOf: () => string) {
  const codes: string[] = [];
  const cookies = new Map<string, string>();
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Json }> {
    const isForm = body instanceof FormData;
    const response = await fetch(originOf() + path, {
      method,
      headers: {
        Origin: originOf(),
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
    const { items } = (await done("GET", `/api/sandbox/messages?to=${to}`)) as unknown as {
      items: { code?: string }[];
    };
    const code = items.find((message) => message.code)?.code ?? "";
    codes.push(code);
    return code;
  }
  async function prove(purpose: string): Promise<{ verificationId: string; code: string }> {
    await later(61);
    const { verificationId = "" } = await post("/api/mobile/sendVerificationWithoutCaptcha", {
      purpose,
      channel: "SMS",
    });
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
    const { toSign } = (await done("GET", `/api/agreement?loanId=${loanId}`)) as unknown as {
      toSign: { hash: string };
    };
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

  /** Gives the optional information of the account's own pages, including data about other companies. */
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
    const { request } = (await done("GET", "/api/identity-correction")) as unknown as {
      request: { requestId: string };
    };
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

  /** Support looks the borrower up, reads what is masked, and writes a note; a stranger guesses passwords. */
  async function workInTheConsole(): Promise<void> {
    await call("POST", "/api/v2/user/union/login", {
      mobileNumber: canary.mobileNumber,
      password: canary.wrongPassword,
    });
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

  /** Typed texts in wrong places, with characters that start a new line or control a terminal. */
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
  /** All of it, in order. */
  async function live(): Promise<void> {
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
  }
  return { call, live, cookies, codes };
}
