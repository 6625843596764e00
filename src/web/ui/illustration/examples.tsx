import type { Examples } from "../example.ts";
import { Row } from "../stack/stack.tsx";
import { Illustration, illustrationNames } from "./illustration.tsx";

export const examples: Examples = {
  all: (
    <Row>
      {illustrationNames.map((name) => (
        <Illustration key={name} name={name} />
      ))}
    </Row>
  ),
};
