/** Records spans and sends them to the collector in batches. */
import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import type { Resource } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Services } from "#server/services.ts";
import type { Exporting } from "./exporting.ts";
import { recordSpans, type SpanFields, type SpanName, type TraceParent } from "./spans.ts";

const kinds: Partial<Record<SpanName, SpanKind>> = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  partner: SpanKind.CLIENT,
};

/** @param ratio share of the traces that are recorded, 0 to 1; a trace that began elsewhere keeps its own decision */
export async function openSpans({ config, random }: Services, resource: Resource, ratio: number): Promise<Exporting> {
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  const Exporter = config.otlpProtocol === "http/json" ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url: `${config.otlpEndpoint}/v1/traces` });
  /** A trace has the id of its request, which is in its answer and in the log. */
  let traceId = "";
  const provider = new TracerProvider({
    resource,
    sampler,
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => random.traceId().slice(0, 16) },
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("tunai");
  const running = new AsyncLocalStorage<Span>();
  const start = (name: SpanName, fields: SpanFields, above: Context): Span =>
    tracer.startSpan(
      titleOf(name, fields),
      { kind: kinds[name] ?? SpanKind.INTERNAL, attributes: attributesOf(fields) },
      above,
    );

  recordSpans({
    root(name, begin, work) {
      const parent = begin.parent ?? null;
      const above = parent === null ? ROOT_CONTEXT : contextOf(parent);
      traceId = parent?.traceId ?? begin.traceId ?? random.traceId();
      // Asked first, so that a trace that is not recorded costs no span and no context.
      const { decision } = sampler.shouldSample(above, traceId, name, SpanKind.INTERNAL, {}, []);
      if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return running.getStore() ? running.exit(work) : work();
      return runIn(running, start(name, begin.fields, above), work);
    },
    child(name, fields, work) {
      const parent = running.getStore();
      return parent ? runIn(running, start(name, fields, trace.setSpan(ROOT_CONTEXT, parent)), work) : work();
    },
    add(fields) {
      const span = running.getStore();
      span?.setAttributes(attributesOf(fields));
      if (fields.call !== undefined) span?.updateName(fields.call);
    },
    traceparent() {
      const span = running.getStore()?.spanContext();
      return span ? `00-${span.traceId}-${span.spanId}-01` : null;
    },
  });
  return { stop: () => provider.shutdown() };
}

const contextOf = ({ traceId, spanId, isSampled }: TraceParent): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true });

/** Runs `work` in a span, which ends with it. */
function runIn<Result>(running: AsyncLocalStorage<Span>, span: Span, work: () => Result): Result {
  const failed = (error: unknown): never => {
    // Only its name: a message may quote a person's data.
    span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    throw error;
  };
  try {
    const result = running.run(span, work);
    if (result instanceof Promise)
      return result.then((value: unknown) => {
        span.end();
        return value;
      }, failed) as Result;
    span.end();
    return result;
  } catch (error) {
    return failed(error);
  }
}

/** `GET /api/credit/limits`, `sweep limit-refresh`. */
const titleOf = (name: SpanName, { call, job, sweep, port }: SpanFields): string => {
  if (call !== undefined) return name === "request" ? call : `${name} ${call}`;
  const subject = job ?? sweep ?? port;
  return subject === undefined ? name : `${name} ${subject}`;
};

const attributesOf = (fields: SpanFields): Record<string, string | number> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`tunai.${field}`, value]));
