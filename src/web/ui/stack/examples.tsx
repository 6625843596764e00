import type { Examples } from "../example.ts";
import { Card } from "../card/card.tsx";
import { Columns, InlineRow, Split, Stack } from "./stack.tsx";

export const examples: Examples = {
  stack: (
    <Stack gap="tight">
      <p>Satu</p>
      <p>Dua</p>
    </Stack>
  ),
  row: (
    <InlineRow spread>
      <span>Tanda tangani sebelum</span>
      <strong>23 jam 12 menit</strong>
    </InlineRow>
  ),
  columns: (
    <Columns>
      <Card>Pinjam</Card>
      <Card>Danai</Card>
    </Columns>
  ),
  split: (
    <Split aside={<Card>Isi halaman</Card>}>
      <p>Cara meminjam</p>
    </Split>
  ),
};
