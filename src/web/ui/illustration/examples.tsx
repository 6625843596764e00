import type { Examples } from "../example.ts";
import { InlineRow } from "../stack/stack.tsx";
import { Illustration, illustrationNames } from "./illustration.tsx";

export const examples: Examples = {
  all: (
    <InlineRow>
      {illustrationNames.map((name) => (
        <Illustration key={name} name={name} />
      ))}
    </InlineRow>
  ),
};
