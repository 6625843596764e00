/** Builds the page that is signed, with its hash: each asset before and after, and what ends. */
import type { Reader } from "#server/database.server.ts";
import { createHash } from "node:crypto";
import { identityOf } from "#features/account/identity/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { say, type Language } from "#shared/texts.ts";
import type { MergePreview } from "../contract.ts";
import { mergeAssetsOf, type AssetLine } from "./blocks.ts";
import { listedOf } from "./listed.ts";
import { chooseSurvivor } from "./account-states.ts";

export interface BuiltPreview {
  preview: MergePreview;
  /** The lines in words of every language. */
  lines: readonly AssetLine[];
  survivorId: string;
  absorbedId: string;
}

/** The contents of both accounts now, in the reader's language; the hash is the same in every language. */
export async function mergePreviewOf(
  services: Services,
  reader: Reader,
  about: { requestId: string; ownId: string; otherId: string },
  language: Language,
): Promise<BuiltPreview> {
  const { requestId, ownId, otherId } = about;
  const merging = await chooseSurvivor(services, reader, about);
  const lines: AssetLine[] = [];
  for (const block of mergeAssetsOf(services)) lines.push(...(await block.preview(services, reader, merging)));
  lines.push(...(await listedOf(services, reader, merging)));
  const shown = lines.filter(({ survivor, absorbed, after }) => survivor > 0 || absorbed > 0 || after > 0);
  const isOthersEmpty =
    merging.absorbedId === otherId && !shown.some(({ absorbed, isListed }) => absorbed > 0 && !isListed);
  const closesInstead = isOthersEmpty && (await identityOf(services, reader, otherId)) === null;
  const figures = shown.map(({ code, survivor, absorbed, after }) => [code, survivor, absorbed, after]);
  const signed = JSON.stringify({ requestId, ...merging, closesInstead, figures });
  return {
    ...merging,
    lines: shown,
    preview: {
      previewHash: createHash("sha256").update(signed).digest("hex"),
      survivor: merging.survivorId === ownId ? "OWN" : "OTHER",
      own: await accountOf(services, reader, ownId),
      other: await accountOf(services, reader, otherId),
      lines: shown.map(({ code, text, unit, survivor, absorbed, after, note }) => ({
        code,
        text: say(text, language),
        unit,
        survivor,
        absorbed,
        after,
        note: note ? say(note, language) : null,
      })),
      closesInstead,
    },
  };
}

async function accountOf(services: Services, reader: Reader, borrowerId: string) {
  const [number, registered] = [
    await numberOf(services, reader, borrowerId),
    await registrationOfBorrower(reader, borrowerId),
  ];
  return {
    maskedNumber: number ? maskPhone(number) : "",
    registeredAt: (registered?.registeredAt ?? services.clock.now()).toISOString(),
  };
}
