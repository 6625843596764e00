import type { Examples } from "../example.ts";
import { Columns } from "../stack/stack.tsx";
import { Cover, coverNames } from "./cover.tsx";

export const examples: Examples = {
  all: (
    <Columns three>
      {coverNames.map((name) => (
        <Cover key={name} name={name} />
      ))}
    </Columns>
  ),
};
