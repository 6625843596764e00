import type { Examples } from "../example.ts";
import { Choices } from "../choices/choices.tsx";
import { TextArea } from "../text-field/text-field.tsx";
import { FollowUps } from "./follow-ups.tsx";

export const examples: Examples = {
  "shown by an answer": (
    <FollowUps
      asked={
        <Choices
          name="clear"
          label="Apakah biayanya jelas?"
          defaultValue="no"
          choices={[
            { value: "yes", label: "Ya" },
            { value: "no", label: "Tidak", shows: "1" },
          ]}
        />
      }
    >
      {[<TextArea key="why" name="why" label="Apa yang kurang jelas?" conditional />]}
    </FollowUps>
  ),
};
