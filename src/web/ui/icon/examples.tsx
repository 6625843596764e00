import type { Examples } from "../example.ts";
import { InlineRow } from "../stack/stack.tsx";
import { Icon, iconNames } from "./icon.tsx";

export const examples: Examples = {
  all: (
    <InlineRow>
      {iconNames.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </InlineRow>
  ),
};
