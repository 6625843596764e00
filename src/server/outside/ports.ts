/** The ports to the outside world, and the dependencies of their adapters. */
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import type { Keys } from "#server/keys/keys.server.ts";
import type { Log } from "#server/process/log.server.ts";
import type { Random } from "#server/process/random.ts";
import type { Tally } from "#server/work/tally.ts";
import type { BankPort } from "./bank/port.ts";
import type { IdCardPort } from "./id-card/port.ts";
import type { BeaconPort } from "./beacon/port.ts";
import type { BureauPort } from "./bureau/port.ts";
import type { CollectionPort } from "./collection/port.ts";
import type { ErrorsPort } from "./errors/port.ts";
import type { EventsPort } from "./events/port.ts";
import type { FaceCheckPort } from "./face-check/port.ts";
import type { Outbound } from "./http.ts";
import type { LinkingPort } from "./linking/port.ts";
import type { SandboxPartner } from "./linking/sandbox.ts";
import type { LookupPort } from "./lookup/port.ts";
import type { MailPort } from "./mail/port.ts";
import type { MessagingPort } from "./messaging/port.ts";
import type { SandboxMessages } from "./messaging/sandbox.ts";
import type { SandboxNext } from "./sandbox-next.ts";
import type { SandboxRequests } from "./sandbox-requests.ts";
import type { PushPort } from "./push/port.ts";
import type { SandboxBank } from "./sandbox-bank/index.ts";
import type { SignaturePort } from "./signature/port.ts";
import type { SingleSignOnPort } from "./single-sign-on/port.ts";
import type { StoragePort } from "./storage/port.ts";
import type { WebhookPort, WebhookRequest } from "./webhooks/port.ts";
import type { SandboxReceiver } from "./webhooks/receiver.ts";

export interface Outside {
  bank: BankPort;
  collection: CollectionPort;
  messaging: MessagingPort;
  mail: MailPort;
  faceCheck: FaceCheckPort;
  idCard: IdCardPort;
  bureau: BureauPort;
  lookup: LookupPort;
  linking: LinkingPort;
  signature: SignaturePort;
  storage: StoragePort;
  events: EventsPort;
  errors: ErrorsPort;
  beacon: BeaconPort;
  push: PushPort;
  singleSignOn: SingleSignOnPort;
  webhooks: WebhookPort;
  /** For the sandbox's page and API; null in prod, which refuses to start with any sandbox port. */
  sandbox: Sandbox | null;
  /** Starts background work: the sandbox's bank settles and calls back. `port` when the system chose it. */
  start(listening?: { port: number }): void;
  stop(): Promise<void>;
}
export interface Sandbox {
  bank: SandboxBank;
  messages: SandboxMessages;
  /** The answers that testers have set for the ports' next requests. */
  next: SandboxNext;
  /** The log of the ports' requests and answers. */
  requests: SandboxRequests;
  /** Its registers of look-ups. */
  lookup: LookupPort;
  /** Its push service. */
  push: PushPort;
  /** Its bank, shop and open finance partner, as accounts are linked to. */
  linking: SandboxPartner;
  /** Hands a webhook to the receiver in this very server, over loopback under our public name; returns its status, null for any other address. */
  ownWebhook(request: WebhookRequest): Promise<number> | null;
  /** Events that its own webhook receiver was sent. */
  receiver: SandboxReceiver;
  /** Delivers the bank's callbacks by another way than loopback HTTP: tests hand them to the app in process. `post` answers the HTTP status. */
  deliverBy(post: (path: string, headers: Record<string, string>, body: string) => Promise<number>): void;
}

export interface Foundation {
  /** The sandbox opens a further pool of it. */
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  keys: Keys;
  tally: Tally;
}

export interface Tools extends Foundation {
  outbound: Outbound;
  /** Not in prod. */
  sandbox: Sandbox | undefined;
}

export type Ports = Omit<Outside, "sandbox" | "start" | "stop">;
