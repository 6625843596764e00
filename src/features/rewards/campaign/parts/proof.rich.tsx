/** Fetches every entry of a draw and recomputes it in the reader's browser. Without script the command lines next to it do the same. */
import { useState } from "react";
import { useTexts } from "#web/language.tsx";
import type { RichProps } from "#web/rich/rich.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { listDrawEntries, type Draw, type DrawEntry } from "../draw-contract.ts";
import { drawProofTexts } from "./proof-texts.ts";
import { recompute, type ProofResult } from "./recompute.ts";

export default function Proof({ call, draw }: RichProps<{ draw: Draw }>) {
  const t = useTexts(drawProofTexts);
  const [shown, setShown] = useState<ProofResult | "WORKING" | "FAILED" | null>(null);

  async function run(): Promise<void> {
    setShown("WORKING");
    try {
      const entries: DrawEntry[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: { items: DrawEntry[]; nextCursor: string | null } = await call(listDrawEntries, {
          drawId: draw.drawId,
          ...(cursor ? { cursor } : {}),
        });
        entries.push(...page.items);
        cursor = page.nextCursor;
      }
      setShown(await recompute(draw, entries));
    } catch {
      setShown("FAILED");
    }
  }

  const isGood = shown !== null && typeof shown === "object" && shown.commitment && shown.entries && shown.results;
  return (
    <Stack>
      <div onClick={() => void run()}>
        <Button type="button" busy={shown === "WORKING"} track="draw_proof_view">
          {t(shown === "WORKING" ? "working" : "recompute")}
        </Button>
      </div>
      {shown === "FAILED" && (
        <Notice kind="attention" live>
          {t("failed")}
        </Notice>
      )}
      {shown !== null && typeof shown === "object" && (
        <Notice kind={isGood ? "ok" : "bad"} live>
          {isGood
            ? `${t("commitmentOk")} ${t("entriesOk")} ${t(shown.count === 1 ? "resultOk" : "resultsOk", { count: shown.count })}`
            : t("bad")}
        </Notice>
      )}
    </Stack>
  );
}
