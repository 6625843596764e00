import type { Examples } from "../example.ts";
import { Row } from "../stack/stack.tsx";
import { Scene, sceneNames } from "./scene.tsx";

export const examples: Examples = {
  small: (
    <Row>
      {sceneNames.map((name) => (
        <Scene key={name} name={name} size="small" />
      ))}
    </Row>
  ),
  large: <Scene name="account-app" />,
};
