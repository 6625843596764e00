import type { Examples } from "../example.ts";
import { InlineRow } from "../stack/stack.tsx";
import { Badge } from "./badge.tsx";

export const examples: Examples = {
  kinds: (
    <InlineRow>
      <Badge>Draf</Badge>
      <Badge kind="info">Ditinjau</Badge>
      <Badge kind="attention">Jatuh tempo besok</Badge>
      <Badge kind="bad">Terlambat 3 hari</Badge>
      <Badge kind="ok">Lunas</Badge>
    </InlineRow>
  ),
};
