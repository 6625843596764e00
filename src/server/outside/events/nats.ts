/**
 * NATS JetStream as the event sink. Each event is one message under its own id, confirmed by the stream before it
 * counts as delivered. Nothing is stored here: while the server is unreachable, events wait in the database.
 */
import type { Authenticator, NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import type { JetStreamClient } from "@nats-io/jetstream";
import { finishedWithin } from "#server/work/timers.ts";
import { followSockets } from "./followed-sockets.ts";
import type { EventsPort, SinkEvent } from "./port.ts";

export interface NatsSettings {
  /** `tls://host:4222` or, outside prod, `nats://host:4222`; several of one cluster. */
  servers: readonly string[];
  /** The stream that must store the subjects; a message is refused if another stream stores them. */
  stream: string;
  /** Subjects are `{prefix}.{country}.{event's subject}`. */
  subjectPrefix: string;
  /** Content of a `.creds` file; else user and password, else a token; all may be empty. */
  credentials: string;
  user: string;
  password: string;
  token: string;
  /** Certificates of an own authority, PEM; empty: the system's. */
  authorities: string;
}

/** Messages without a confirmation at a time; five rounds of them stay below the 30 s for which events are claimed. */
const atOnce = 100;
const confirmMilliseconds = 4_000;
const connectMilliseconds = 2_000;
const closeMilliseconds = 500;
const closedMessage = "The event sink is closed.";

interface Opened {
  connection: NatsConnection;
  stream: JetStreamClient;
  /** False while the client reconnects by itself: it would buffer messages in memory. */
  isUp: boolean;
}

function optionsOf(
  settings: NatsSettings,
  credsAuthenticator: (credentials: Uint8Array) => Authenticator,
): NodeConnectionOptions {
  const { credentials, user, password, token, authorities } = settings;
  const isSecure = settings.servers.every((server) => server.startsWith("tls://"));
  return {
    servers: settings.servers.map((server) => server.replace(/^(tls|nats):\/\//, "")),
    name: "tunai",
    timeout: connectMilliseconds,
    // Set once, here: a server may not redirect us to others.
    ignoreClusterUpdates: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 1_000,
    pingInterval: 10_000,
    ...(isSecure ? { tls: authorities ? { ca: authorities } : {} } : {}),
    ...(credentials
      ? { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }
      : user
        ? { user, pass: password }
        : token
          ? { token }
          : {}),
  };
}

export function createNatsEvents(settings: NatsSettings): EventsPort & { close(): Promise<void> } {
  let opening: Promise<Opened> | undefined;
  let current: Opened | undefined;
  /** We closed it: a later connection must not be opened, because nothing would close it. */
  let isOver = false;

  // A little longer than the client itself waits, so that its own error comes first.
  const sockets = followSockets((connectMilliseconds + 200) / 1000);

  async function open(): Promise<Opened> {
    const { connect, credsAuthenticator } = await import("@nats-io/transport-node");
    const { jetstream } = await import("@nats-io/jetstream");
    const connection = await sockets
      .during(() => connect(optionsOf(settings, credsAuthenticator)))
      .catch((error: unknown) => {
        sockets.destroy();
        throw error;
      });
    if (isOver) {
      // We closed while the server was still being called.
      void connection.close();
      throw new Error(closedMessage);
    }
    const opened: Opened = { connection, stream: jetstream(connection, { timeout: confirmMilliseconds }), isUp: true };
    current = opened;
    void watch(opened);
    return opened;
  }

  async function watch(opened: Opened): Promise<void> {
    try {
      for await (const { type } of opened.connection.status()) {
        if (type === "disconnect" || type === "close") opened.isUp = false;
        if (type === "reconnect") opened.isUp = true;
      }
    } catch {
      // This promise has no reader. A connection that ended with an error has ended, and the next publish reports why.
    }
    // Closed for good, for example after a refused login: the next publish connects again.
    opened.isUp = false;
    if (current === opened) opening = current = undefined;
  }

  async function ready(): Promise<Opened> {
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  async function send({ stream }: Opened, event: SinkEvent): Promise<void> {
    const { eventId, subject, country, occurredAt, data } = event;
    const payload = JSON.stringify({ eventId, subject, country, occurredAt: occurredAt.toISOString(), data });
    // The stream recognises an id: after a lost confirmation, sending again adds no second event.
    await stream.publish(`${settings.subjectPrefix}.${country}.${subject}`, payload, {
      msgID: eventId,
      expect: { streamName: settings.stream },
    });
  }

  return {
    adapter: "nats",
    async publish(events) {
      if (!events.length) return;
      if (isOver) throw new Error(closedMessage);
      const opened = await ready();
      if (!opened.isUp) throw new Error("The event sink is not connected.");
      for (let first = 0; first < events.length; first += atOnce) {
        const sent = await Promise.allSettled(events.slice(first, first + atOnce).map((event) => send(opened, event)));
        const failed = sent.find((one) => one.status === "rejected");
        if (failed) throw new Error("The event sink did not confirm.", { cause: failed.reason });
      }
    },
    async close() {
      isOver = true;
      // A server that is still being called is not waited for.
      const opened = current;
      opening = current = undefined;
      if (opened) await finishedWithin(closeMilliseconds, opened.connection.close());
      sockets.stop();
    },
  };
}
