/** The ports to the outside world and the choice of their adapters. Each adapter reads its own variables once, here. */
import { join } from "node:path";
import type { Clock } from "#server/clock.ts";
import { adapterVariable, ConfigFault, type Config, type Environment } from "#server/config.server.ts";
import { openDatabase, type Database } from "#server/database.server.ts";
import type { Keys } from "#server/keys.server.ts";
import type { Log } from "#server/log.server.ts";
import type { Random } from "#server/random.ts";
import { pause } from "#server/timers.ts";
import type { BankPort } from "./bank/port.ts";
import { createHttpBureau } from "./bureau/http.ts";
import type { BureauPort } from "./bureau/port.ts";
import { createSandboxBureau } from "./bureau/sandbox.ts";
import type { CollectionPort } from "./collection/port.ts";
import { createLogErrors } from "./errors/log.ts";
import type { ErrorsPort } from "./errors/port.ts";
import { createSentryErrors, readDsn } from "./errors/sentry.ts";
import { createHttpEvents } from "./events/http.ts";
import { createNatsEvents } from "./events/nats.ts";
import type { EventsPort } from "./events/port.ts";
import { createSandboxEvents } from "./events/sandbox.ts";
import { createHttpFaceCheck } from "./face-check/http.ts";
import type { FaceCheckPort } from "./face-check/port.ts";
import { createSandboxFaceCheck } from "./face-check/sandbox.ts";
import { createOutbound, type Outbound, type OutboundLimits } from "./http.ts";
import { createHttpLookup } from "./lookup/http.ts";
import type { LookupPort } from "./lookup/port.ts";
import { createSandboxLookup } from "./lookup/sandbox.ts";
import type { MailPort } from "./mail/port.ts";
import { createSmtpMail } from "./mail/smtp.ts";
import { createLiveMessaging } from "./messaging/live.ts";
import type { MessagingPort } from "./messaging/port.ts";
import { createSandboxMessages, type SandboxMessages } from "./messaging/sandbox.ts";
import { createTwilio } from "./messaging/twilio.ts";
import { createTwilioReports } from "./messaging/twilio-reports.ts";
import { createWhatsapp } from "./messaging/whatsapp.ts";
import { createWhatsappReports } from "./messaging/whatsapp-reports.ts";
import { createPartner, type Partner } from "./partner.ts";
import { createSandboxBank, sandboxWebhookPath, type SandboxBank } from "./sandbox-bank/index.ts";
import { sandboxSecretFrom } from "./sandbox-secret.ts";
import { readSettings, type Settings } from "./settings.ts";
import { builtInSignature } from "./signature/built-in.ts";
import type { SignaturePort } from "./signature/port.ts";
import { psreSignature } from "./signature/psre.ts";
import { openSnap } from "./snap/index.ts";
import { createFolderStorage } from "./storage/folder.ts";
import type { StoragePort } from "./storage/port.ts";
import { createS3Storage } from "./storage/s3.ts";

export interface Outside {
  bank: BankPort;
  collection: CollectionPort;
  messaging: MessagingPort;
  mail: MailPort;
  faceCheck: FaceCheckPort;
  bureau: BureauPort;
  lookup: LookupPort;
  signature: SignaturePort;
  storage: StoragePort;
  events: EventsPort;
  errors: ErrorsPort;
  /** Ports served by the sandbox; prod refuses to start with any. */
  sandboxPorts: readonly string[];
  /** What the sandbox's page and API use; null where no port is served by the sandbox. */
  sandbox: Sandbox | null;
  /** Begins what goes on by itself: the sandbox's bank settles and calls back. `port` where the system chose it. */
  start(listening?: { port: number }): void;
  stop(): Promise<void>;
}
export interface Sandbox {
  bank: SandboxBank;
  messages: SandboxMessages;
  /** Delivers the bank's callbacks by another way than loopback HTTP: tests hand them to the app in process. `post` answers the HTTP status. */
  deliverBy(post: (path: string, headers: Record<string, string>, body: string) => Promise<number>): void;
}

export interface Foundation {
  database: Database;
  /** `postgresql://…`: the sandbox opens a pool of its own. */
  connection: string;
  clock: Clock;
  random: Random;
  log: Log;
  keys: Keys;
  config: Config;
}

const ports = ["bank", "collection", "messaging", "mail", "faceCheck", "bureau", "lookup", "signature", "storage", "events", "errors"] as const;

/** @throws ConfigFault naming every missing or wrong variable of the chosen adapters, and in prod every sandbox adapter. */
export async function createOutside(environment: Environment, foundation: Foundation): Promise<Outside> {
  const settings = readSettings(environment);
  const { config } = foundation;
  const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: config.appEnv !== "prod" });
  const sandbox = config.appEnv === "prod" ? undefined : openSandbox(foundation, outbound, settings);
  const tools: Tools = { ...foundation, settings, outbound, sandbox: sandbox?.parts };
  const real = chooseAll(tools);
  const sandboxPorts = ports.filter((port) => real[port].adapter === "sandbox");
  if (config.appEnv === "prod" && sandboxPorts.length)
    throw new ConfigFault(sandboxPorts.map((port) => `The port "${port}" is served by the sandbox. Choose a real adapter: ${adapterVariable(port)}.`));
  settings.check();
  return {
    ...real,
    sandboxPorts,
    sandbox: sandbox?.parts ?? null,
    start(listening) {
      sandbox?.start(listening?.port ?? config.port);
    },
    async stop() {
      await sandbox?.stop();
      if ("close" in real.mail) (real.mail as { close(): void }).close();
      if ("close" in real.events) await (real.events as { close(): Promise<void> }).close();
      outbound.close();
    },
  };
}

interface Tools extends Foundation {
  settings: Settings;
  outbound: Outbound;
  sandbox: Sandbox | undefined;
}

/** The sandbox's own pool, its bank and its senders. The bank calls us back over loopback under our public name. */
function openSandbox(foundation: Foundation, outbound: Outbound, settings: Settings): { parts: Sandbox; start(port: number): void; stop(): Promise<void> } {
  const { clock, random, log, config, connection, keys } = foundation;
  const database = openDatabase({ connection, poolSize: 3, log: (message) => log.warn("sandbox database", { reason: message }) });
  const secret = sandboxSecretFrom(keys, random);
  const fixedOrigin = settings.address("SANDBOX_CALLBACK_ORIGIN", "");
  const host = new URL(config.publicOrigins[0] ?? "http://localhost").host;
  let peer = outbound.peer("sandbox callback", fixedOrigin || `http://127.0.0.1:${config.port}`);
  let post: Parameters<Sandbox["deliverBy"]>[0] = async (path, headers, body) => {
    const answer = await peer.send({ method: "POST", path, headers: fixedOrigin ? headers : { ...headers, host }, body });
    return answer.status;
  };
  const bank = createSandboxBank({ database, clock, random, secret, post: (headers, body) => post(sandboxWebhookPath, headers, body) }, log);
  return {
    parts: { bank, messages: createSandboxMessages({ database, clock, secret }), deliverBy: (way) => (post = way) },
    start(port) {
      if (!fixedOrigin) peer = outbound.peer("sandbox callback", `http://127.0.0.1:${port}`);
      bank.start();
    },
    async stop() {
      await bank.stop();
      await database.destroy();
    },
  };
}

type Ports = Omit<Outside, "sandboxPorts" | "sandbox" | "start" | "stop">;

function chooseAll(tools: Tools): Ports {
  const { settings, sandbox, clock, log } = tools;
  const snap = openSnap(settings, tools.outbound, clock.realNow);
  // In prod there is no sandbox: its name is refused, and these stand-ins are never returned.
  const unavailable = { adapter: "sandbox" } as never;
  const bank = settings.choice(adapterVariable("bank"), ["sandbox", "snap"]);
  const collection = settings.choice(adapterVariable("collection"), ["sandbox", "snap"]);
  const messaging = settings.choice(adapterVariable("messaging"), ["sandbox", "live"]);
  const mail = settings.choice(adapterVariable("mail"), ["sandbox", "smtp"]);
  const faceCheck = settings.choice(adapterVariable("faceCheck"), ["sandbox", "http"]);
  const bureau = settings.choice(adapterVariable("bureau"), ["sandbox", "http"]);
  const lookup = settings.choice(adapterVariable("lookup"), ["sandbox", "http"]);
  const events = settings.choice(adapterVariable("events"), ["sandbox", "http", "nats"]);
  const errors = settings.choice(adapterVariable("errors"), ["log", "sentry"]);
  return {
    bank: bank === "snap" ? snap.bank() : (sandbox?.bank.bank ?? unavailable),
    collection: collection === "snap" ? snap.collection() : (sandbox?.bank.collection ?? unavailable),
    messaging: messaging === "live" ? liveMessaging(tools) : (sandbox?.messages.messaging ?? unavailable),
    mail: mail === "smtp" ? smtpMail(tools) : (sandbox?.messages.mail ?? unavailable),
    faceCheck: faceCheck === "http" ? createHttpFaceCheck(partnerOf(tools, "FACE_CHECK")) : createSandboxFaceCheck(),
    bureau: bureau === "http" ? createHttpBureau(partnerOf(tools, "BUREAU")) : createSandboxBureau(),
    lookup: lookup === "http" ? createHttpLookup(partnerOf(tools, "LOOKUP")) : createSandboxLookup(),
    signature: chooseSignature(tools),
    storage: chooseStorage(tools),
    events: events === "nats" ? natsEvents(tools) : events === "http" ? createHttpEvents(partnerOf(tools, "EVENTS")) : createSandboxEvents(tools.database),
    errors: errors === "sentry" ? sentryErrors(tools) : createLogErrors(log),
  };
}

/** A missing address was noted by `settings`; a harmless stand-in lets the others be checked too. */
const addressOf = (settings: Settings, name: string, fallback?: string): string => settings.address(name, fallback) || "https://missing.invalid";
const peerOf = ({ outbound, settings }: Tools, name: string, fallback?: string, limits?: Partial<OutboundLimits>) =>
  outbound.peer(name.toLowerCase(), addressOf(settings, `${name}_URL`, fallback), limits);

function partnerOf(tools: Tools, name: string): Partner {
  const { settings, clock } = tools;
  return createPartner(peerOf(tools, name), { clientId: settings.text(`${name}_CLIENT_ID`), secret: settings.text(`${name}_SECRET`) }, clock.realNow);
}

function liveMessaging(tools: Tools): MessagingPort {
  const { settings, config } = tools;
  const phoneNumberId = settings.text("WHATSAPP_PHONE_NUMBER_ID");
  const whatsapp = createWhatsapp(
    {
      apiVersion: settings.text("WHATSAPP_API_VERSION", "v23.0"),
      phoneNumberId,
      accessToken: settings.text("WHATSAPP_ACCESS_TOKEN"),
      codeTemplate: settings.text("WHATSAPP_CODE_TEMPLATE", "verification_code"),
      textTemplate: settings.text("WHATSAPP_TEXT_TEMPLATE", "notice"),
    },
    peerOf(tools, "WHATSAPP", "https://graph.facebook.com"),
  );
  const account = {
    accountSid: settings.text("TWILIO_ACCOUNT_SID"),
    authToken: settings.text("TWILIO_AUTH_TOKEN"),
    callbackOrigin: addressOf(settings, "TWILIO_CALLBACK_ORIGIN", config.publicOrigins[0]).replace(/\/$/, ""),
  };
  const smsAndVoice = createTwilio({ ...account, smsFrom: settings.text("TWILIO_SMS_FROM"), voiceFrom: settings.text("TWILIO_VOICE_FROM") }, peerOf(tools, "TWILIO", "https://api.twilio.com"));
  const reports = {
    whatsapp: createWhatsappReports({ appSecret: settings.text("WHATSAPP_APP_SECRET"), verifyToken: settings.text("WHATSAPP_VERIFY_TOKEN"), phoneNumberId }),
    twilio: createTwilioReports(account),
  };
  const price = (channel: string, fallback: number): number => settings.whole(`${channel}_PRICE_RUPIAH`, fallback);
  return createLiveMessaging({ whatsapp, smsAndVoice }, reports, { SMS: price("SMS", 350), VOICE: price("VOICE", 900), WHATSAPP: price("WHATSAPP", 400) });
}

function natsEvents({ settings, config }: Tools): EventsPort {
  const isProd = config.appEnv === "prod";
  return createNatsEvents({
    servers: settings.servers("NATS_URL", isProd ? ["tls:"] : ["tls:", "nats:"]),
    stream: settings.text("NATS_STREAM", "TUNAI_EVENTS"),
    subjectPrefix: settings.text("NATS_SUBJECT_PREFIX", "tunai"),
    credentials: settings.text("NATS_CREDENTIALS", ""),
    user: settings.text("NATS_USER", ""),
    password: settings.text("NATS_PASSWORD", ""),
    token: settings.text("NATS_TOKEN", ""),
    authorities: settings.text("NATS_AUTHORITIES_PEM", ""),
  });
}

function smtpMail({ settings, config }: Tools): MailPort {
  const secure = settings.choice("SMTP_TLS", ["starttls", "tls", "none"]);
  return createSmtpMail({
    host: settings.text("SMTP_HOST"),
    port: settings.whole("SMTP_PORT", secure === "tls" ? 465 : 587),
    secure: secure === "tls",
    user: settings.text("SMTP_USER", ""),
    password: settings.text("SMTP_PASSWORD", ""),
    from: settings.text("SMTP_FROM"),
    allowPlain: secure === "none" && config.appEnv !== "prod",
  });
}

function chooseStorage(tools: Tools): StoragePort {
  const { settings, config, random, keys, clock } = tools;
  if (settings.choice(adapterVariable("storage"), ["folder", "s3"]) === "folder")
    return createFolderStorage({ folder: join(config.dataDir, "objects"), random, sealer: keys });
  return createS3Storage(
    {
      bucket: settings.text("S3_BUCKET"),
      region: settings.text("S3_REGION", "ap-southeast-3"),
      accessKeyId: settings.text("S3_ACCESS_KEY_ID"),
      secretAccessKey: settings.text("S3_SECRET_ACCESS_KEY"),
    },
    // Pictures and documents are larger than a partner's JSON.
    { peer: peerOf(tools, "S3", undefined, { answerBytes: 32_000_000, totalMs: 15_000 }), random, sealer: keys, realNow: clock.realNow },
  );
}

function chooseSignature(tools: Tools): SignaturePort {
  const { settings, config, clock, random, outbound } = tools;
  if (settings.choice(adapterVariable("signature"), ["built-in", "psre"]) === "built-in")
    return builtInSignature({ secretsDirectory: config.secretsDir, organization: settings.text("SIGNATURE_ORGANIZATION", "Tunai"), clock, random, mayMakeRoot: config.appEnv !== "prod" });
  const baseUrl = addressOf(settings, "PSRE_URL").replace(/\/$/, "");
  return psreSignature({
    baseUrl,
    clientId: settings.text("PSRE_CLIENT_ID"),
    secret: settings.text("PSRE_SECRET"),
    trustedRoots: derOf(settings.text("PSRE_ROOTS_PEM")),
    polls: 5,
    pollMilliseconds: 1000,
    timeoutMilliseconds: 15_000,
    fetch: outbound.fetch("psre", baseUrl, { answerBytes: 32_000_000, totalMs: 15_000 }),
    pause,
    clock,
  });
}

/** Certificates of a PEM bundle as DER. */
function derOf(pem: string): Uint8Array[] {
  return [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, body = ""]) => new Uint8Array(Buffer.from(body, "base64")));
}

function sentryErrors(tools: Tools): ErrorsPort {
  const { settings, outbound, random, clock, log, config } = tools;
  const dsn = readDsn(settings.address("SENTRY_DSN")) ?? { baseUrl: "https://missing.invalid", publicKey: "", projectId: "0" };
  const { baseUrl, publicKey, projectId } = dsn;
  const release = settings.text("SENTRY_RELEASE", "tunai");
  return createSentryErrors({ publicKey, projectId, environment: config.appEnv, release }, { peer: outbound.peer("sentry", baseUrl), random, realNow: clock.realNow, log });
}
