import type { Examples } from "../example.ts";
import { CheckList } from "./check-list.tsx";

export const examples: Examples = {
  list: <CheckList items={["Warga negara Indonesia dengan KTP", "Rekening bank atas nama sendiri"]} />,
};
