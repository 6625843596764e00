/**
 * A third-party collector: the protocol's own definitions (opentelemetry-proto 1.9.0, unchanged in `otlp/`,
 * Apache-2.0), read by protobufjs. It refuses a message with an unknown field.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import protobuf from "protobufjs";

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: string };
}
interface Point {
  attributes: Attribute[];
  asInt?: string;
  asDouble?: number;
  count?: string;
  sum?: number;
  bucketCounts?: string[];
  explicitBounds?: number[];
}
export interface ReceivedMetric {
  name: string;
  description: string;
  sum?: { dataPoints: Point[]; isMonotonic: boolean; aggregationTemporality: string };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[]; aggregationTemporality: string };
}

export interface Collector {
  origin: string;
  spans: ReceivedSpan[];
  metrics: ReceivedMetric[];
  /** Attributes of the sending process. */
  resources: Attribute[][];
  /** Requests that were refused, and why. */
  faults: string[];
  stop(): Promise<void>;
}

const folder = fileURLToPath(new URL("otlp/", import.meta.url));
const ids = new Set(["traceId", "spanId", "parentSpanId"]);

async function typesOf() {
  protobuf.Reader.discardUnknown = false;
  const root = new protobuf.Root();
  // Its `common.proto` has another name here.
  root.resolvePath = (_origin, target) => folder + (target.endsWith("/common.proto") ? "attributes.proto" : target);
  await root.load([
    "opentelemetry/proto/collector/trace/v1/trace_service.proto",
    "opentelemetry/proto/collector/metrics/v1/metrics_service.proto",
  ]);
  const of = (name: string) => root.lookupType(`opentelemetry.proto.collector.${name}`);
  return {
    "/v1/traces": { asked: of("trace.v1.ExportTraceServiceRequest"), told: of("trace.v1.ExportTraceServiceResponse") },
    "/v1/metrics": {
      asked: of("metrics.v1.ExportMetricsServiceRequest"),
      told: of("metrics.v1.ExportMetricsServiceResponse"),
    },
  };
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(whole) : whole;
};

/** protobufjs stores unknown fields beside the message. */
const hasUnknown = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Uint8Array) &&
  ("$unknowns" in value || Object.values(value).some(hasUnknown));

/** Ids are bytes in the message, and hexadecimal digits for people. */
const withHexIds = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withHexIds)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key,
            ids.has(key) ? Buffer.from(inner as string, "base64").toString("hex") : withHexIds(inner),
          ]),
        )
      : value;

export async function startCollector(): Promise<Collector> {
  const types = await typesOf();
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const resources: Attribute[][] = [];
  const faults: string[] = [];
  const take = (path: string, type: string | undefined, body: Buffer): Buffer => {
    const known = types[path as keyof typeof types];
    if (!known || type !== "application/x-protobuf") throw new Error(`${path} ${type}`);
    const message = known.asked.decode(body);
    if (hasUnknown(message)) throw new Error(`${path}: a field that the definitions do not know`);
    const plain = known.asked.toObject(message, { longs: String, enums: String, bytes: String, arrays: true });
    const told = withHexIds(plain) as {
      resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
      resourceMetrics?: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
    };
    for (const { resource, scopeSpans } of told.resourceSpans ?? []) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    for (const { resource, scopeMetrics } of told.resourceMetrics ?? []) {
      resources.push(resource.attributes);
      metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics));
    }
    return Buffer.from(known.told.encode(known.told.create({})).finish());
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      response.setHeader("content-type", "application/x-protobuf");
      try {
        response.end(take(request.url ?? "", request.headers["content-type"], body));
      } catch (error) {
        faults.push((error as Error).message);
        response.writeHead(400).end();
      }
    });
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    faults,
    stop: () => new Promise((closed) => void server.close(() => closed())),
  };
}
