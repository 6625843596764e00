import type { Examples } from "../example.ts";
import { DefinitionList } from "./definition-list.tsx";

export const examples: Examples = {
  facts: (
    <DefinitionList
      items={[
        ["Nama", "Siti"],
        ["Rekening", "BCA •••• 4821"],
        ["Surat elektronik", undefined],
      ]}
    />
  ),
};
