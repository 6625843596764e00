import type { Examples } from "../example.ts";
import { InlineRow } from "../stack/stack.tsx";
import { Scene, sceneNames } from "./scene.tsx";

export const examples: Examples = {
  small: (
    <InlineRow>
      {sceneNames.map((name) => (
        <Scene key={name} name={name} size="small" />
      ))}
    </InlineRow>
  ),
  large: <Scene name="account-app" />,
};
