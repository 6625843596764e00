import type { Examples } from "../example.ts";
import { Row } from "../stack/stack.tsx";
import { Icon, iconNames } from "./icon.tsx";

export const examples: Examples = {
  all: (
    <Row>
      {iconNames.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </Row>
  ),
};
