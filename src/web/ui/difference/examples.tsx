import type { Examples } from "../example.ts";
import { Difference } from "./difference.tsx";

export const examples: Examples = {
  difference: (
    <Difference
      parts={[
        { kind: "SAME", text: "Kami menjawab paling lambat " },
        { kind: "REMOVED", text: "20" },
        { kind: "ADDED", text: "10" },
        { kind: "SAME", text: " hari kerja." },
      ]}
    />
  ),
};
