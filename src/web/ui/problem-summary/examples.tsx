import type { Examples } from "../example.ts";
import { ProblemSummary } from "./problem-summary.tsx";

export const examples: Examples = {
  fields: (
    <ProblemSummary
      formId="e1"
      failure={{
        status: {
          code: "INPUT_INVALID",
          detail: "Ada isian yang perlu diperbaiki.",
          fields: [
            { path: "fullName", code: "REQUIRED", detail: "Isi nama lengkap Anda." },
            { path: "mobileNumber", code: "PHONE_FORMAT", detail: "Nomor ponsel diawali 08, 10 sampai 14 angka." },
          ],
        },
        traceId: "",
      }}
    />
  ),
  general: (
    <ProblemSummary
      formId="e2"
      failure={{
        status: { code: "INTERNAL", detail: "Ada gangguan di pihak kami. Coba lagi sebentar lagi." },
        traceId: "7f3a21c9",
      }}
    />
  ),
};
