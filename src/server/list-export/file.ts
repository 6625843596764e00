/**
 * A list's file while it is sent: when sending ends, for any reason, the audit trail records the number of rows sent.
 * // docs/decisions/316
 */
import { createHash } from "node:crypto";
import type { ContextOf } from "#server/call/pipeline.ts";
import { csvRowsOf } from "#server/records/csv.ts";
import { sheetRows, workbookOf, xlsxType } from "#server/records/xlsx.ts";
import { Streamed } from "#shared/binary.ts";
import { dateInWib } from "#shared/dates.ts";
import type { ExportFormat } from "#shared/list-export.ts";

/** Some lines of a file. */
export interface FilePart {
  bytes: Uint8Array;
  rows: number;
}

type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * @param facts what the audit trail keeps besides the number of rows and their sum
 * @param options.name the file's, without its date
 * @param options.at when it was asked for
 * @param options.format as it is sent; `parts` are lines of CSV
 */
export function fileOf(
  parts: AsyncGenerator<FilePart>,
  { name, at, facts, format }: { name: string; at: Date; facts: Facts; format: ExportFormat },
  context: Pick<ContextOf<"staff">, "services" | "caller" | "principal">,
): Streamed {
  const tell = (result: Facts): void => context.principal.trail?.note({ facts: { ...facts, ...result } });
  // Recorded even when the client never reads the first part.
  tell({ rows: 0, isWhole: false });
  const isCsv = format === "CSV";
  const sent = logged(noted(isCsv ? parts : workbookParts(parts), tell), context);
  return new Streamed(sent, isCsv ? "text/csv; charset=utf-8" : xlsxType, {
    "Content-Disposition": `attachment; filename="${name}-${dateInWib(at)}.${format.toLowerCase()}"`,
    "Cache-Control": "no-store",
  });
}

/** The same rows as a workbook. */
async function* workbookParts(parts: AsyncGenerator<FilePart>): AsyncGenerator<FilePart> {
  let read = 0;
  async function* rows(): AsyncGenerator<string> {
    for await (const part of parts) {
      read += part.rows;
      yield sheetRows(csvRowsOf(Buffer.from(part.bytes).toString("utf8")));
    }
  }
  let reportedRows = 0;
  for await (const bytes of workbookOf(rows())) {
    yield { bytes, rows: read - reportedRows };
    reportedRows = read;
  }
}

async function* noted(parts: AsyncGenerator<FilePart>, tell: (facts: Facts) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let rows = 0;
  let isWhole = false;
  try {
    for await (const part of parts) {
      hash.update(part.bytes);
      rows += part.rows;
      yield part.bytes;
    }
    isWhole = true;
  } finally {
    tell({ rows, isWhole, sha256: hash.digest("hex") });
  }
}

/** The reader sees a truncated file, without the reason. */
async function* logged(
  parts: AsyncGenerator<Uint8Array>,
  { services, caller }: Pick<ContextOf<"staff">, "services" | "caller">,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    services.log.error("list not exported to its end", { traceId: caller.traceId, error });
    throw error;
  }
}
