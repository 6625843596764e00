import type { Examples } from "../example.ts";
import { Button } from "../button/button.tsx";
import { ActionBar } from "./page.tsx";

export const examples: Examples = {
  "action bar": (
    <ActionBar>
      <Button>Kirim kode dan tanda tangani</Button>
    </ActionBar>
  ),
};
