/** Lists that are too long for one response, as files: for the requester, for a day. // docs/decisions/316 */
import * as v from "valibot";
import { streamed } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { exportFormat, exporting } from "#shared/list-export.ts";

/** WAITING: being made, or queued. EXPIRED: its day is over, and the file is deleted. */
export const listExportStates = ["WAITING", "READY", "FAILED", "EXPIRED"] as const;
/** Why no file was made. FAILED: for internal reasons, twice. */
export const listExportCauses = ["FAILED", "NOT_ALLOWED", "TOO_LONG", "LIST_GONE"] as const;

const listExport = v.object({
  exportId: v.string(),
  state: v.picklist(listExportStates),
  /** Which list, in the reader's language. */
  text: v.string(),
  /** Filter and order, in the reader's language; empty without any. */
  filter: v.string(),
  askedAt: instant,
  /** Until when it can be fetched; null before it is ready. */
  endsAt: v.nullable(instant),
  /** Rows that are in it; while it is made, so far. */
  rows: v.number(),
  bytes: v.number(),
  /** Hash of the whole file; null before it is ready. */
  sha256: v.nullable(v.string()),
  cause: v.nullable(v.picklist(listExportCauses)),
});
export type ListExportSummary = v.InferOutput<typeof listExport>;

export const listListExports = defineCall({
  id: "listListExports",
  method: "GET",
  path: "/api/staff/exports",
  summary: "Files of long lists that the caller requested, newest first.",
  policy: {
    who: "staff",
    permission: "export.run",
    trail: { id: "Melihat berkas daftar sendiri", en: "Viewed own files of lists", zh: "查看本人的列表文件" },
  },
  input: v.strictObject(listQuery),
  output: listOf(listExport),
  problems: {},
});

export const fetchListExport = defineCall({
  id: "fetchListExport",
  method: "POST",
  path: "/api/staff/exports/{exportId}/file",
  summary:
    "The file of a long list, for one day, for the requester while the permissions to read and export the list last.",
  policy: {
    who: "staff",
    permission: "export.run",
    trail: { id: "Mengunduh berkas daftar", en: "Downloaded the file of a list", zh: "下载列表文件" },
  },
  limits: [exporting],
  input: v.strictObject({ exportId: uuid, format: exportFormat }),
  output: streamed,
  problems: {
    ...unknown("EXPORT_UNKNOWN", {
      id: "Berkas ini tidak ditemukan.",
      en: "There is no such file.",
      zh: "找不到此文件。",
    }),
    EXPORT_NOT_READY: {
      status: 409,
      text: {
        id: "Berkas ini masih dibuat. Coba lagi sebentar lagi.",
        en: "This file is still being made. Try again in a moment.",
        zh: "文件仍在生成，请稍后再试。",
      },
    },
    EXPORT_GONE: {
      status: 410,
      text: {
        id: "Berkas ini sudah dihapus, atau tidak jadi dibuat. Minta lagi dari daftarnya.",
        en: "This file was removed, or could not be made. Ask for it again at its list.",
        zh: "文件已删除或未能生成。请在列表页重新申请。",
      },
    },
  },
});
