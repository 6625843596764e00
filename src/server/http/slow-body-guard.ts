/**
 * Limits how slowly a request body may arrive (threat H9). A form has half a minute. A photo of 5 MB takes minutes on
 * a bad network, so an upload may take as long as bytes keep coming; a client that sends almost nothing is cut off.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { repeatEvery } from "#server/work/timers.ts";

export interface SlowBodyLimits {
  plainMilliseconds: number;
  uploadMilliseconds: number;
  /** In each period of this length an upload must send at least `minBytesPerSecond`. */
  stretchMilliseconds: number;
  minBytesPerSecond: number;
  checkMilliseconds: number;
}

/** 2 KB a second is less than the oldest mobile networks carry. 10 minutes let 5 MB through at 8.5 KB a second. */
export const slowBodyLimits: SlowBodyLimits = {
  plainMilliseconds: 30_000,
  uploadMilliseconds: 600_000,
  stretchMilliseconds: 15_000,
  minBytesPerSecond: 2_048,
  checkMilliseconds: 2_000,
};

interface Arriving {
  request: IncomingMessage;
  response: ServerResponse;
  isUpload: boolean;
  begun: number;
  stretchBegun: number;
  stretchBytes: number;
}

export interface SlowBodyGuard {
  /** Must run for every request before its body is read. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  stop(): Promise<void>;
}

export function createSlowBodyGuard(limits: SlowBodyLimits = slowBodyLimits): SlowBodyGuard {
  const arriving = new Set<Arriving>();
  const checking = repeatEvery(
    limits.checkMilliseconds,
    async () => arriving.forEach(check),
    () => {},
  );

  function check(one: Arriving): void {
    const { request, response } = one;
    if (request.complete || request.destroyed) return void arriving.delete(one);
    if (!isTooSlow(one)) return;
    arriving.delete(one);
    if (!response.headersSent) request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    request.destroy();
  }

  function isTooSlow(one: Arriving): boolean {
    const now = performance.now();
    if (now - one.begun >= (one.isUpload ? limits.uploadMilliseconds : limits.plainMilliseconds)) return true;
    if (!one.isUpload || now - one.stretchBegun < limits.stretchMilliseconds) return false;
    const arrived = one.request.socket.bytesRead - one.stretchBytes;
    const least = ((now - one.stretchBegun) / 1000) * limits.minBytesPerSecond;
    one.stretchBegun = now;
    one.stretchBytes = one.request.socket.bytesRead;
    return arrived < least;
  }

  return {
    watch(request, response) {
      const { headers } = request;
      if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
      const isUpload = (headers["content-type"] ?? "").startsWith("multipart/form-data");
      const now = performance.now();
      arriving.add({
        request,
        response,
        isUpload,
        begun: now,
        stretchBegun: now,
        stretchBytes: request.socket.bytesRead,
      });
    },
    stop: () => checking.stop(),
  };
}
