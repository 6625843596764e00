/** Captchas: made for a session, shown any number of times, answered once. The answer is derived from the key, so it is not stored. */
import { LRUCache } from "lru-cache";
import { Binary } from "#shared/binary.ts";
import type { Language } from "#shared/texts.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Database } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import { seededRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { captchaSeconds } from "../contract.ts";
import { drawCaptcha, newCaptchaAnswer, speakCaptcha } from "./captcha/captcha.ts";
import { addCaptcha, isOpenCaptcha, useCaptcha } from "./store.ts";

export interface MadeCaptcha {
  captchaKey: string;
  imageUrl: string;
  audioUrl: string;
  expiresInSeconds: number;
}

export async function makeCaptcha(services: Services, sessionId: string): Promise<MadeCaptcha> {
  const now = services.clock.now();
  const captchaKey = services.random.bytes(16).toString("base64url");
  await addCaptcha(services.database, {
    captchaKey,
    sessionId,
    now,
    expiresAt: new Date(now.getTime() + captchaSeconds * 1000),
  });
  return {
    captchaKey,
    imageUrl: `/api/user/getCaptchaImage/${captchaKey}`,
    audioUrl: `/api/user/getCaptchaAudio/${captchaKey}`,
    expiresInSeconds: captchaSeconds,
  };
}

const answerOf = (services: Services, captchaKey: string): string =>
  newCaptchaAnswer(seededRandom(services.keys.mac("captcha-answer", captchaKey)));
/** Seeded with the key: the same picture each time, so a machine gains nothing by loading it again. */
const diceOf = (services: Services, captchaKey: string, language: string) =>
  seededRandom(services.keys.mac("captcha-look", captchaKey, language));

/** The captcha as a picture. @throws Refusal CAPTCHA_EXPIRED */
export async function captchaImage(services: Services, captchaKey: string): Promise<Binary> {
  const answer = await openAnswer(services, captchaKey);
  const draw = () => drawCaptcha(answer, diceOf(services, captchaKey, ""));
  return new Binary(await madeOnce(captchaKey, draw), "image/png");
}

/** The captcha as speech. @throws Refusal CAPTCHA_EXPIRED */
export async function captchaAudio(services: Services, captchaKey: string, language: Language): Promise<Binary> {
  const answer = await openAnswer(services, captchaKey);
  const speak = () => speakCaptcha(answer, language, diceOf(services, captchaKey, language));
  return new Binary(await madeOnce(`${captchaKey} ${language}`, speak), "audio/wav");
}

/** Drawing takes this process sixteen milliseconds, and anyone may request the same picture repeatedly: its bytes are cached. */
const keptBytes = 16 * 1024 * 1024;
const made = new LRUCache<string, Uint8Array>({
  maxSize: keptBytes,
  sizeCalculation: ({ length }) => length,
  ttl: captchaSeconds * 1000,
});
const underWay = new Map<string, Promise<Uint8Array>>();

async function madeOnce(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
  const cached = made.get(name);
  if (cached) return cached;
  let making = underWay.get(name);
  if (!making) {
    making = (async () => make())().finally(() => underWay.delete(name));
    underWay.set(name, making);
    void making.then(
      (bytes) => made.set(name, bytes),
      () => {},
    );
  }
  return making;
}

async function openAnswer(services: Services, captchaKey: string): Promise<string> {
  if (!(await isOpenCaptcha(services.database, captchaKey, services.clock.now()))) throw new Refusal("CAPTCHA_EXPIRED");
  return answerOf(services, captchaKey);
}

/**
 * Consumes the captcha, then compares. Inside a transaction it is consumed outside of it, so that a rollback gives no
 * second try.
 * @throws Refusal CAPTCHA_WRONG, the same for a wrong answer and a used, old or foreign key; COOKIES_MISSING when the
 * request brought no session that could own a captcha: then nothing is consumed or compared. // docs/decisions/193
 */
export async function checkCaptcha(
  services: Services,
  caller: Pick<Caller, "bringsSession">,
  input: { captchaKey: string; answer: string; sessionId: string },
  database: Database = services.database,
): Promise<void> {
  if (!caller.bringsSession) throw new Refusal("COOKIES_MISSING");
  const isUsable = await useCaptcha(database, input.captchaKey, input.sessionId, services.clock.now());
  if (!isUsable || input.answer !== answerOf(services, input.captchaKey)) throw new Refusal("CAPTCHA_WRONG");
}

/** The answer of an open captcha, for the sandbox's page and API alone; null when there is none to be answered. */
export async function sandboxCaptchaAnswer(services: Services, captchaKey: string): Promise<string | null> {
  if (services.config.appEnv === "prod") return null;
  return (await isOpenCaptcha(services.database, captchaKey, services.clock.now()))
    ? answerOf(services, captchaKey)
    : null;
}
