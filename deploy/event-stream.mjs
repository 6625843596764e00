/** Makes the stream that the product publishes its events to (docs/operations.md), where it is not there yet. */
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

const connection = await connect({ servers: process.env.NATS_URL, waitOnFirstConnect: true, maxReconnectAttempts: 60 });
const manager = await jetstreamManager(connection);
const name = "TUNAI_EVENTS";
await manager.streams
  .info(name)
  .catch(() => manager.streams.add({ name, subjects: ["tunai.>"], duplicate_window: 120_000_000_000 }));
await connection.close();
