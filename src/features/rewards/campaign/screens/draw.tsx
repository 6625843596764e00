import type { Route } from "./+types/draw";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Rich } from "#web/rich/rich.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { formatDate, formatInstant } from "#shared/dates.ts";
import { getDraw, listDrawEntries, type Draw } from "../draw-contract.ts";
import { DrawArt } from "../parts/draw-art.tsx";
import Proof from "../parts/proof.rich.tsx";
import { unbrokenDay } from "#web/ui/text/unbroken.ts";
import { shellLines } from "../parts/recompute.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.drawTitle,
  kind: "rich",
  reason:
    "Whoever doubts a draw has it recomputed where he reads it, from all entries, which a page of HTML cannot do.",
  back: "/webview/activity-center",
  event: "draw_proof_view",
  noIndex: true,
};

/** More lines than these are for a program. */
const shownEntries = 200;

export async function loader({ params, context }: Route.LoaderArgs) {
  const draw = await call(getDraw, { drawId: params.drawId }, { context });
  const { items, nextCursor } = await call(listDrawEntries, { drawId: params.drawId }, { context });
  const entries = items.slice(0, shownEntries);
  const isWhole = nextCursor === null && items.length <= shownEntries;
  return { draw, entries, shell: await shellLines(draw, entries, isWhole) };
}

/** The published parts so far: the seal, the closed list of entries, the seed. */
function drawStatus({ seed, entriesHash, entries }: Draw) {
  if (seed !== null)
    return { kind: "ok", tag: "drawShown", lead: entries > 0 ? "drawShownLead" : "drawEmptyLead" } as const;
  return entriesHash === null
    ? ({ kind: "info", tag: "drawSealed", lead: "drawSealedLead" } as const)
    : ({ kind: "attention", tag: "drawFrozen", lead: "drawFrozenLead" } as const);
}

export default function DrawProof({ loaderData: { draw, entries, shell } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isOpen = draw.seed !== null;
  const { kind, tag, lead } = drawStatus(draw);
  const moment = (at: string) => formatInstant(new Date(at), language, "WIB", "short");
  return (
    <Stack gap="loose">
      <div className="campaign-art">
        <DrawArt isOpen={isOpen} />
      </div>
      <p>
        <Badge kind={kind}>{t(tag)}</Badge>
      </p>
      <Title lead={t(lead)}>
        {t("drawOf", { title: draw.title, day: unbrokenDay(formatDate(draw.day, language, "short")) })}
      </Title>
      {isOpen && <Rich name="proof" part={Proof} given={{ draw }} />}
      <Section heading={t("drawBefore")}>
        <Hash label={t("drawCommitment", { when: moment(draw.madeAt) })} hash={draw.commitment} />
        <Hash label={t("drawPrizesHash")} hash={draw.prizesHash} />
        <pre className="draw-lines">{draw.prizes}</pre>
      </Section>
      {draw.entriesHash !== null && draw.frozenAt !== null && (
        <Section heading={t("drawClosed")}>
          <Hash
            label={t("drawEntriesHash", { count: draw.entries, when: moment(draw.frozenAt) })}
            hash={draw.entriesHash}
          />
        </Section>
      )}
      {draw.seed !== null && draw.drawnAt !== null && (
        <Section heading={t("drawAfter")}>
          <Hash label={t("drawSeed", { when: moment(draw.drawnAt) })} hash={draw.seed} />
        </Section>
      )}
      {draw.drawn.length > 0 && (
        <Receipt heading={t("drawWinners")}>
          {draw.drawn.map(({ place, entryId, isReserve, name }) => (
            <ReceiptLine
              key={entryId}
              label={isReserve ? t("drawReserve") : `${place}`}
              {...(name === null ? {} : { note: name })}
            >
              {entryId}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      {entries.length > 0 && (
        <Disclosure summary={t("drawEntries", { count: draw.entries })}>
          <pre className="draw-lines">
            {entries
              .map(({ entryId, weight, number, choice, prizeKey }) =>
                weight === null ? `${number} ${entryId} ${choice} ${prizeKey}` : `${entryId} ${weight}`,
              )
              .join("\n")}
          </pre>
        </Disclosure>
      )}
      <Section heading={t("drawShell")}>
        <p className="campaign-fair">{t("drawShellLead")}</p>
        <pre className="draw-lines">{shell.join("\n")}</pre>
      </Section>
      <p className="campaign-fair">
        <Beacon draw={draw} />
      </p>
    </Stack>
  );
}

/** The public value that shows that we added no entries, or a note that this draw has none. */
function Beacon({ draw: { beacon, beaconRound } }: { draw: Draw }) {
  const t = useTexts(texts);
  if (beaconRound === null) return <>{t("drawUnproven")}</>;
  if (beacon === "-") return <>{t("drawBeaconNamed", { round: beaconRound })}</>;
  return (
    <>
      {t("drawBeacon")} <span className="draw-hash">{beacon}</span>
    </>
  );
}

function Hash({ label, hash }: { label: string; hash: string }) {
  return (
    <div>
      <p className="campaign-fair">{label}</p>
      <p className="draw-hash">{hash}</p>
    </div>
  );
}
