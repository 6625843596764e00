/** Measures, answers Prometheus at METRICS_PORT, and sends the same figures to the collector. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ObservableGauge } from "@opentelemetry/api";
import { OTLPMetricExporter as JsonExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import type { Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader, type IMetricReader } from "@opentelemetry/sdk-metrics";
import type { Services } from "#server/services.ts";
import { readFigures, type MetricValue } from "./figures.ts";
import { counterMeanings, durationBounds, durations, gauges, measureBy, type Gauge } from "./instruments.ts";
import type { Exporting } from "./exporting.ts";

/** The database is queried once in this time, however often metrics are read. */
const figuresKeptMilliseconds = 5_000;
const nanoseconds = 1e9;

/** @throws when METRICS_PORT is in use */
export async function openMetrics(services: Services, resource: Resource): Promise<Exporting> {
  const { config, log } = services;
  const readers: IMetricReader[] = [];
  if (config.metricsPort > 0) readers.push(await openPort(config.metricsPort));
  if (config.otlpEndpoint !== "") {
    const Exporter = config.otlpProtocol === "http/json" ? JsonExporter : ProtobufExporter;
    const exporter = new Exporter({ url: `${config.otlpEndpoint}/v1/metrics` });
    readers.push(new PeriodicExportingMetricReader({ exporter }));
  }
  const provider = new MeterProvider({ resource, readers });
  const meter = provider.getMeter("tunai");

  const counterOf = mapped(counterMeanings, (name, description) => meter.createCounter(name, { description }));
  const durationOf = mapped(durations, (name, description) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: durationBounds } }),
  );
  measureBy({
    count: (name, labels, by) => counterOf[name].add(by, labels),
    time: (name, labels, seconds) => durationOf[name].record(seconds, labels),
  });

  const gaugeOf: Record<Gauge, ObservableGauge> = mapped(gauges, (name, description) =>
    meter.createObservableGauge(name, { description }),
  );
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  let figures: Promise<MetricValue[]> = Promise.resolve([]);
  let readAt = -Infinity;
  meter.addBatchObservableCallback(async (result) => {
    result.observe(gaugeOf["tunai.event_loop.lag.seconds"], loop.percentile(99) / nanoseconds);
    loop.reset();
    if (performance.now() - readAt > figuresKeptMilliseconds) {
      readAt = performance.now();
      // Without the database these are omitted; counters of the process itself are still reported.
      figures = readFigures(services).catch((error: unknown) => {
        log.warn("figures not read", { error });
        return [];
      });
    }
    for (const { gauge, value, labels } of await figures) result.observe(gaugeOf[gauge], value, labels);
  }, Object.values(gaugeOf));

  return {
    async stop() {
      loop.disable();
      await provider.shutdown();
    },
  };
}

/** Listens for Prometheus on all addresses of this machine, apart from the port that people reach. */
async function openPort(port: number): Promise<PrometheusExporter> {
  const exporter = new PrometheusExporter({ port, preventServerStart: true, withoutScopeInfo: true });
  await exporter.startServer();
  return exporter;
}

/** The same keys, each with the result of `make`. */
const mapped = <Key extends string, Value, Made>(
  table: Readonly<Record<Key, Value>>,
  make: (name: Key, value: Value) => Made,
): Record<Key, Made> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, make(name as Key, value as Value)])) as Record<
    Key,
    Made
  >;
