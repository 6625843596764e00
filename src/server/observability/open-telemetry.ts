/**
 * OpenTelemetry: spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, metrics to it and to METRICS_PORT. Its packages
 * are loaded only when one of the two is set. The runtime is not patched: the spans are our own. // Spec embedded
 * platform 10
 */
import { hostname } from "node:os";
import type { Resource } from "@opentelemetry/resources";
import { ownVersion } from "#server/process/own-version.ts";
import type { Services } from "#server/services.ts";
import { finishedWithin } from "#server/work/timers.ts";
import type { Exporting } from "./exporting.ts";
import { measureBy } from "./instruments.ts";
import { recordSpans } from "./spans.ts";

/** A collector that is unavailable does not hold up the end of the process. */
const stopMilliseconds = 1_000;

/**
 * @param isProduction whether one request in a hundred is recorded by default, instead of each
 * @throws when METRICS_PORT is in use
 */
export async function openTelemetry(services: Services, isProduction: boolean): Promise<Exporting> {
  const { metricsPort, otlpEndpoint, traceRatio } = services.config;
  const parts: Exporting[] = [];
  if (otlpEndpoint !== "" || metricsPort > 0) {
    const resource = await resourceOf(services);
    const { openMetrics } = await import("./metrics.ts");
    parts.push(await openMetrics(services, resource));
    if (otlpEndpoint !== "") {
      const { openSpans } = await import("./tracing.ts");
      parts.push(await openSpans(services, resource, traceRatio ?? (isProduction ? 0.01 : 1)));
    }
  }
  return {
    async stop() {
      recordSpans(null);
      measureBy(null);
      await finishedWithin(stopMilliseconds, Promise.allSettled(parts.map((part) => part.stop())));
    },
  };
}

/** Names this process to the collector, as its log lines do. */
async function resourceOf({ config }: Services): Promise<Resource> {
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  return resourceFromAttributes({
    "service.name": "tunai",
    "service.version": ownVersion(),
    "process.pid": process.pid,
    "host.name": hostname(),
    "deployment.environment.name": config.appEnv,
  });
}
