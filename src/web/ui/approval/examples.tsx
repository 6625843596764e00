import type { Examples } from "../example.ts";
import { Approval } from "./approval.tsx";

export const examples: Examples = {
  both: <Approval agree="Setuju, laksanakan" refuse="Tolak usulan" />,
  "may only refuse": <Approval refuse="Tolak usulan" />,
};
