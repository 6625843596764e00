/** The ports to the outside world and the choice of their adapters. Each adapter parses its own environment once, here. */
import type { BankPort } from "./bank/port.ts";
import type { BureauPort } from "./bureau/port.ts";
import type { CollectionPort } from "./collection/port.ts";
import type { ErrorsPort } from "./errors/port.ts";
import type { EventsPort } from "./events/port.ts";
import type { FaceCheckPort } from "./face-check/port.ts";
import type { LookupPort } from "./lookup/port.ts";
import type { MailPort } from "./mail/port.ts";
import type { MessagingPort } from "./messaging/port.ts";
import type { SignaturePort } from "./signature/port.ts";
import type { StoragePort } from "./storage/port.ts";

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
}
