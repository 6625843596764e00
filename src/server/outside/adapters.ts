/** The choice of adapters: each reads its own variables once, and makes its port when the process opens it. */
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import type { Config } from "#server/process/config.server.ts";
import { pause } from "#server/work/timers.ts";
import { createHttpIdCard } from "./id-card/http.ts";
import { createOcrIdCard } from "./id-card/ocr.ts";
import { noIdCardReader, type IdCardPort } from "./id-card/port.ts";
import { createSandboxIdCard } from "./id-card/sandbox.ts";
import { createDrandBeacon, quicknet } from "./beacon/drand.ts";
import { noBeacon, type BeaconPort } from "./beacon/port.ts";
import { createHttpBureau } from "./bureau/http.ts";
import type { BureauPort } from "./bureau/port.ts";
import { createSandboxBureau } from "./bureau/sandbox.ts";
import { createLogErrors } from "./errors/log.ts";
import type { ErrorsPort } from "./errors/port.ts";
import { createSentryErrors, readDsn } from "./errors/sentry.ts";
import { createHttpEvents } from "./events/http.ts";
import { createNatsEvents } from "./events/nats.ts";
import { eventCountries, type EventsPort } from "./events/port.ts";
import { createSandboxEvents } from "./events/sandbox.ts";
import { createHttpFaceCheck } from "./face-check/http.ts";
import { createSandboxFaceCheck } from "./face-check/sandbox.ts";
import { isProtected, type OutboundLimits } from "./http.ts";
import { createHttpLinking } from "./linking/http.ts";
import type { LinkingPort } from "./linking/port.ts";
import { createHttpLookup } from "./lookup/http.ts";
import type { MailPort } from "./mail/port.ts";
import { createMailReports } from "./mail/reports.ts";
import { createSmtpMail } from "./mail/smtp.ts";
import { createLiveMessaging } from "./messaging/live.ts";
import type { MessagingPort } from "./messaging/port.ts";
import { createTwilio } from "./messaging/twilio.ts";
import { createTwilioReports } from "./messaging/twilio-reports.ts";
import { createWhatsapp } from "./messaging/whatsapp.ts";
import { createWhatsappReports } from "./messaging/whatsapp-reports.ts";
import { createPartner, type PartnerClient } from "./partner.ts";
import type { Settings } from "./settings.ts";
import { push } from "./push/choice.ts";
import { builtInSignature } from "./signature/built-in.ts";
import type { SignaturePort } from "./signature/port.ts";
import { psreSignature } from "./signature/psre.ts";
import { singleSignOn } from "./single-sign-on/choice.ts";
import { readSnap } from "./snap/index.ts";
import { createFolderStorage } from "./storage/folder.ts";
import type { StoragePort } from "./storage/port.ts";
import { createS3Storage } from "./storage/s3.ts";
import { createHttpWebhooks } from "./webhooks/http.ts";
import type { Ports, Sandbox, Tools } from "./ports.ts";

/** Creates an adapter from its variables. */
type Making<Port> = (tools: Tools) => Port;

export function chooseAll(settings: Settings, config: Config): { [Port in keyof Ports]: Making<Ports[Port]> } {
  const snap = readSnap(settings);
  // In prod the choice of the sandbox is a fault, and no adapter is created.
  const sandboxed =
    <Port>(pick: (sandbox: Sandbox) => Port): Making<Port> =>
    ({ sandbox }) =>
      pick(sandbox as Sandbox);
  const events = settings.adapter("events", ["sandbox", "http", "nats"]);
  return {
    bank:
      settings.adapter("bank", ["sandbox", "snap"]) === "snap"
        ? snap.bank()
        : sandboxed(({ bank, requests }) =>
            requests.noted("BANK", bank.bank, ["inquireName", "transfer", "inquireTransfer"]),
          ),
    collection:
      settings.adapter("collection", ["sandbox", "snap"]) === "snap"
        ? snap.collection()
        : sandboxed(({ bank, requests }) => requests.noted("COLLECTION", bank.collection, collectionOperations)),
    messaging:
      settings.adapter("messaging", ["sandbox", "live"]) === "live"
        ? liveMessaging(settings, config)
        : sandboxed(({ messages, requests }) => requests.noted("MESSAGING", messages.messaging, ["send"])),
    mail:
      settings.adapter("mail", ["sandbox", "smtp"]) === "smtp"
        ? smtpMail(settings, config)
        : sandboxed(({ messages, requests }) => requests.noted("MAIL", messages.mail, ["send"])),
    faceCheck:
      settings.adapter("faceCheck", ["sandbox", "http"]) === "http"
        ? byPartner(settings, "FACE_CHECK", createHttpFaceCheck)
        : sandboxed(({ next, requests }) => requests.noted("FACE_CHECK", createSandboxFaceCheck(next), ["check"])),
    idCard: idCardReader(settings),
    bureau: settings.adapter("bureau", ["sandbox", "http"]) === "http" ? httpBureau(settings) : sandboxBureau(settings),
    lookup:
      settings.adapter("lookup", ["sandbox", "http"]) === "http"
        ? byPartner(settings, "LOOKUP", createHttpLookup, withCredentials)
        : sandboxed(({ lookup, requests }) => requests.noted("LOOKUP", lookup, ["look", "answerCode", "result"])),
    linking:
      settings.adapter("linking", ["sandbox", "http"]) === "http"
        ? httpLinking(settings)
        : sandboxed(({ linking, requests }) =>
            requests.noted("LINKING", linking, ["link", "answerCode", "result", "revoke"]),
          ),
    signature:
      settings.adapter("signature", ["built-in", "psre"]) === "psre" ? psre(settings) : builtIn(settings, config),
    storage: settings.adapter("storage", ["folder", "s3"]) === "s3" ? s3Storage(settings) : folderStorage(config),
    events: withCountries(
      settings,
      config,
      events === "sandbox" ? ({ database }) => createSandboxEvents(database) : eventSink(settings, config, events, ""),
    ),
    errors:
      // Spec 8: reports come from test, feat and prod. Errors during development are not reported.
      settings.adapter("errors", config.appEnv === "dev" ? ["log"] : ["log", "sentry"]) === "sentry"
        ? sentryErrors(settings, config)
        : ({ log }) => createLogErrors(log),
    beacon: settings.adapter("beacon", ["none", "drand"]) === "drand" ? drandBeacon(settings) : () => noBeacon,
    push: push(settings, config),
    singleSignOn: singleSignOn(settings),
    webhooks: ({ outbound, sandbox }) =>
      createHttpWebhooks(outbound, {
        onlyPublic: config.appEnv === "prod",
        ownReceiver: sandbox ? (request) => sandbox.ownWebhook(request) : null,
      }),
  };
}

const collectionOperations = [
  "openVirtualAccount",
  "closeVirtualAccount",
  "createQris",
  "pushEwallet",
  "inquirePayment",
  "listPayments",
] as const;

/** Pictures and documents are larger than a partner's JSON. */
const largeAnswers = { answerBytes: 32_000_000, totalMs: 15_000 };

/** Registers that log in somewhere else take longer; a credential is in memory for no more than 20 s with all around it. // docs/decisions/248 */
const withCredentials = { totalMs: 18_000 };

function byPartner<Port>(
  settings: Settings,
  name: string,
  create: (partner: PartnerClient) => Port,
  limits: Partial<OutboundLimits> = {},
): Making<Port> {
  const address = settings.address(`${name}_URL`);
  const account = { clientId: settings.text(`${name}_CLIENT_ID`), secret: settings.text(`${name}_SECRET`) };
  return ({ outbound, clock }) =>
    create(createPartner(outbound.peer(name.toLowerCase(), address, limits), account, clock.realNow));
}

/** The borrower waits for the answer before the next step: without one in time, the card's data is typed. */
function idCardReader(settings: Settings): Making<IdCardPort> {
  const adapter = settings.adapter("idCard", ["sandbox", "http", "ocr", "none"]);
  if (adapter === "ocr") return () => createOcrIdCard();
  if (adapter === "http") return byPartner(settings, "ID_CARD", createHttpIdCard, { totalMs: 6_000 });
  return ({ sandbox }) =>
    adapter === "none"
      ? noIdCardReader
      : (sandbox as Sandbox).requests.noted("ID_CARD", createSandboxIdCard(), ["read"]);
}

/** A real bureau's contract decides whether it needs the mother's name; the sandbox needs it, so that the screen can be tried. */
function httpBureau(settings: Settings): Making<BureauPort> {
  const needsMothersName = settings.choice("BUREAU_MOTHERS_NAME", ["no", "yes"]) === "yes";
  return byPartner(settings, "BUREAU", (partner) => createHttpBureau(partner, needsMothersName));
}

function sandboxBureau(settings: Settings): Making<BureauPort> {
  const needsMothersName = settings.choice("BUREAU_MOTHERS_NAME", ["yes", "no"]) === "yes";
  return ({ sandbox }) => {
    const { next, requests } = sandbox as Sandbox;
    return requests.noted("BUREAU", createSandboxBureau(next, needsMothersName), ["report"]);
  };
}

function httpLinking(settings: Settings): Making<LinkingPort> {
  const hosts = settings
    .text("LINKING_HOSTS")
    .split(",")
    .map((host) => host.trim())
    .filter(Boolean);
  return byPartner(settings, "LINKING", (partner) => createHttpLinking(partner, hosts), withCredentials);
}

function liveMessaging(settings: Settings, config: Config): Making<MessagingPort> {
  const phoneNumberId = settings.text("WHATSAPP_PHONE_NUMBER_ID");
  const whatsapp = {
    apiVersion: settings.text("WHATSAPP_API_VERSION", "v23.0"),
    phoneNumberId,
    accessToken: settings.text("WHATSAPP_ACCESS_TOKEN"),
    codeTemplate: settings.text("WHATSAPP_CODE_TEMPLATE", "verification_code"),
    textTemplate: settings.text("WHATSAPP_TEXT_TEMPLATE", "notice"),
  };
  const account = {
    accountSid: settings.text("TWILIO_ACCOUNT_SID"),
    authToken: settings.text("TWILIO_AUTH_TOKEN"),
    callbackOrigin: settings.address("TWILIO_CALLBACK_ORIGIN", config.publicOrigins[0]).replace(/\/$/, ""),
  };
  const twilio = {
    ...account,
    smsFrom: settings.text("TWILIO_SMS_FROM"),
    voiceFrom: settings.text("TWILIO_VOICE_FROM"),
  };
  const addresses = {
    whatsapp: settings.address("WHATSAPP_URL", "https://graph.facebook.com"),
    twilio: settings.address("TWILIO_URL", "https://api.twilio.com"),
  };
  const reports = {
    whatsapp: createWhatsappReports({
      appSecret: settings.text("WHATSAPP_APP_SECRET"),
      verifyToken: settings.text("WHATSAPP_VERIFY_TOKEN"),
      phoneNumberId,
    }),
    twilio: createTwilioReports(account),
  };
  const price = (channel: string, fallback: number): number => settings.whole(`${channel}_PRICE_RUPIAH`, fallback);
  const prices = { SMS: price("SMS", 350), VOICE: price("VOICE", 900), WHATSAPP: price("WHATSAPP", 400) };
  return ({ outbound }) => {
    const senders = {
      whatsapp: createWhatsapp(whatsapp, outbound.peer("whatsapp", addresses.whatsapp)),
      smsAndVoice: createTwilio(twilio, outbound.peer("twilio", addresses.twilio)),
    };
    return createLiveMessaging(senders, reports, prices);
  };
}

/** `country` is empty for the sink of all countries, `MEX_` and the like for a country's own sink. */
function eventSink(settings: Settings, config: Config, adapter: "http" | "nats", country: string): Making<EventsPort> {
  return adapter === "nats"
    ? natsEvents(settings, config, country)
    : byPartner(settings, `EVENTS${country && `_${country.slice(0, -1)}`}`, createHttpEvents);
}

/** Spec 7: analytics goes to a data sink per country. */
function withCountries(settings: Settings, config: Config, others: Making<EventsPort>): Making<EventsPort> {
  const own = eventCountries.flatMap((country) => {
    const adapter = settings.choice(`EVENTS_${country}_ADAPTER`, ["none", "http", "nats"]);
    return adapter === "none" ? [] : [[country, eventSink(settings, config, adapter, `${country}_`)] as const];
  });
  if (own.length === 0) return others;
  return (tools) => ({ ...others(tools), ofCountries: new Map(own.map(([country, make]) => [country, make(tools)])) });
}

function natsEvents(settings: Settings, config: Config, country: string): Making<EventsPort> {
  const nats = {
    servers: settings.servers(`${country}NATS_URL`, config.appEnv === "prod" ? ["tls:"] : ["tls:", "nats:"]),
    stream: settings.text(`${country}NATS_STREAM`, "TUNAI_EVENTS"),
    subjectPrefix: settings.text(`${country}NATS_SUBJECT_PREFIX`, "tunai"),
    credentials: settings.text(`${country}NATS_CREDENTIALS`, ""),
    user: settings.text(`${country}NATS_USER`, ""),
    password: settings.text(`${country}NATS_PASSWORD`, ""),
    token: settings.text(`${country}NATS_TOKEN`, ""),
    authorities: settings.text(`${country}NATS_AUTHORITIES_PEM`, ""),
  };
  return () => createNatsEvents(nats);
}

function smtpMail(settings: Settings, config: Config): Making<MailPort> {
  const secure = settings.choice(
    "SMTP_TLS",
    config.appEnv === "prod" ? ["starttls", "tls"] : ["starttls", "tls", "none"],
  );
  const smtp = {
    host: settings.text("SMTP_HOST"),
    port: settings.whole("SMTP_PORT", secure === "tls" ? 465 : 587, 65_535),
    secure: secure === "tls",
    user: settings.text("SMTP_USER", ""),
    password: settings.text("SMTP_PASSWORD", ""),
    from: settings.text("SMTP_FROM"),
    allowPlain: secure === "none",
  };
  const clientId = settings.text("MAIL_REPORT_CLIENT_ID", "");
  // A client name needs a secret. Without both, no bounces are reported, and unused links expire by themselves.
  const secret = clientId === "" ? "" : settings.text("MAIL_REPORT_SECRET");
  return ({ clock }) =>
    createSmtpMail(smtp, clientId === "" ? null : createMailReports({ clientId, secret }, clock.realNow));
}

const folderStorage =
  (config: Config): Making<StoragePort> =>
  ({ random, keys }) =>
    createFolderStorage({ folder: join(config.dataDir, "objects"), random, sealer: keys });

function s3Storage(settings: Settings): Making<StoragePort> {
  const address = settings.address("S3_URL");
  const bucket = {
    bucket: settings.text("S3_BUCKET"),
    region: settings.text("S3_REGION", "ap-southeast-3"),
    accessKeyId: settings.text("S3_ACCESS_KEY_ID"),
    secretAccessKey: settings.text("S3_SECRET_ACCESS_KEY"),
  };
  return ({ outbound, random, keys, clock }) =>
    createS3Storage(bucket, {
      peer: outbound.peer("s3", address, largeAnswers),
      random,
      sealer: keys,
      realNow: clock.realNow,
    });
}

function builtIn(settings: Settings, config: Config): Making<SignaturePort> {
  const own = {
    secretsDirectory: config.secretsDir,
    organization: settings.text("SIGNATURE_ORGANIZATION", "Tunai"),
    mayMakeRoot: config.appEnv !== "prod",
  };
  return ({ clock, random }) => builtInSignature({ ...own, clock, random });
}

function psre(settings: Settings): Making<SignaturePort> {
  const baseUrl = settings.address("PSRE_URL").replace(/\/$/, "");
  const account = { clientId: settings.text("PSRE_CLIENT_ID"), secret: settings.text("PSRE_SECRET") };
  // Without a root no signature of the provider would be trusted.
  const trustedRoots = derOf(
    settings.fitting(
      "PSRE_ROOTS_PEM",
      "certificates as PEM",
      (pem) => derOf(pem).every((der) => new X509Certificate(der)) && derOf(pem).length > 0,
    ),
  );
  const patience = { polls: 5, pollMilliseconds: 1000, timeoutMilliseconds: 15_000 };
  return ({ outbound, clock }) =>
    psreSignature({
      baseUrl,
      ...account,
      trustedRoots,
      ...patience,
      fetch: outbound.fetch("psre", baseUrl, largeAnswers),
      pause,
      clock,
    });
}

/** Certificates of a PEM bundle as DER. */
function derOf(pem: string): Uint8Array[] {
  return [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(
    ([, body = ""]) => new Uint8Array(Buffer.from(body, "base64")),
  );
}

/** The public network by default; another chain by its hash, its first second and its period. */
function drandBeacon(settings: Settings): Making<BeaconPort> {
  const address = settings.address("DRAND_URL", "https://api.drand.sh");
  const chain = {
    hash: settings.fitting("DRAND_CHAIN", "64 lower hex digits", (text) => /^[0-9a-f]{64}$/.test(text), quicknet.hash),
    genesisSeconds: settings.whole("DRAND_GENESIS", quicknet.genesisSeconds, 9_999_999_999),
    periodSeconds: Math.max(1, settings.whole("DRAND_PERIOD", quicknet.periodSeconds, 86_400)),
  };
  return ({ outbound }) => createDrandBeacon(outbound.peer("drand", address), chain);
}

function sentryErrors(settings: Settings, config: Config): Making<ErrorsPort> {
  const fits = (text: string): boolean =>
    readDsn(text) !== undefined && (config.appEnv !== "prod" || isProtected(new URL(text)));
  const dsn = readDsn(settings.fitting("SENTRY_DSN", "a DSN such as https://key@sentry.example/42", fits));
  const { baseUrl, ...project } = dsn ?? { baseUrl: "", publicKey: "", projectId: "" };
  const own = { ...project, environment: config.appEnv, release: settings.text("SENTRY_RELEASE", "tunai") };
  return ({ outbound, random, clock, log }) =>
    createSentryErrors(own, { peer: outbound.peer("sentry", baseUrl), random, realNow: clock.realNow, log });
}
