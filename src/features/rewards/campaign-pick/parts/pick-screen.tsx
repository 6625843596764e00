/** The screen of a pick: one choice, the pool, and the result. */
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { ArtChoice } from "#features/rewards/campaign/parts/art-choice.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { pickOption } from "#features/rewards/campaign/parts/joining.ts";
import { backTo, remindForm } from "#features/rewards/campaign/parts/load.ts";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { texts } from "../texts.ts";
import { isSample, useOptionName } from "#features/rewards/campaign/parts/option-name.ts";
import { PennantPicture } from "./pennants.tsx";
import { PitchArt, PitchGround } from "./pitch-art.tsx";

export const pickForms = defineForms({
  pick: { call: pickOption, done: (_reply, { url }) => backTo(url, "pick") },
  remind: remindForm,
});
type Outcome = Parameters<typeof pickForms.form>[1];
type Pick = NonNullable<Campaign["pick"]>;

/** Millions, short enough for the artwork. */
const inMillions = (rupiah: number): string => `Rp ${Math.round(rupiah / 1_000_000)} jt`;

export function PickScreen({ campaign, outcome }: { campaign: Campaign; outcome: Outcome }) {
  const t = useTexts(texts);
  const { pick, view } = campaign;
  const nameOf = useOptionName(pick);
  if (!pick) return null;
  const { choice, options, poolRupiah, maxRupiah, result } = pick;
  const mayChoose = view === "RUNNING" && choice === null;
  const name = choice === null ? null : nameOf(choice);
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        mayChoose ? (
          <PennantChoice pick={pick} />
        ) : (
          <PitchArt
            chosen={choice === null ? null : options.indexOf(choice)}
            pool={inMillions(poolRupiah)}
            isOver={result !== null}
          />
        )
      }
      {...(mayChoose
        ? {
            heading: t("heading"),
            form: (parts) => (
              <ActionForm of={pickForms.form("pick", outcome)} hidden={{ activityId: campaign.activityId }}>
                {parts}
              </ActionForm>
            ),
          }
        : name === null
          ? {}
          : { heading: t("yours", { name }) })}
      tag={t(mayChoose ? "tag" : choice !== null && result === null ? "madeTag" : "lockedTag")}
      lead={t("lead", { pool: formatRupiah(poolRupiah), max: formatRupiah(maxRupiah) })}
      outcome={outcome}
      terms={[t("once"), t("termShare"), ...(isSample(pick) ? [t("sampleMark")] : [])]}
      prizes={<Pool pick={pick} />}
      result={result && name !== null && <p>{t("champion", { champion: nameOf(result.optionKey), name })}</p>}
      action={
        mayChoose && (
          <ActionBar>
            <ActButton act="pick">{t("button")}</ActButton>
          </ActionBar>
        )
      }
    >
      {mayChoose && <p>{t("once")}</p>}
      <Standing pick={pick} />
    </CampaignFrame>
  );
}

function Standing({ pick }: { pick: Pick }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { lockedAt, result } = pick;
  const now = new Date(useFrame().now);
  const when = formatInstant(new Date(lockedAt), language, "WIB", "short");
  return (
    <div className="campaign-facts">
      {result === null && <p>{t(new Date(lockedAt) <= now ? "locked" : "until", { when })}</p>}
      {isSample(pick) && <p>{t("sampleMark")}</p>}
    </div>
  );
}

/** The pool before the result, and the result. */
function Pool({ pick }: { pick: Pick }) {
  const t = useTexts(texts);
  const { poolRupiah, maxRupiah, people, result } = pick;
  const nameOf = useOptionName(pick);
  return (
    <>
      {result && (
        <Receipt heading={t("resultHeading")}>
          <ReceiptLine label={t("winner")}>{nameOf(result.optionKey)}</ReceiptLine>
          <ReceiptLine label={t("right")}>{result.winners.toLocaleString("id-ID")}</ReceiptLine>
          <ReceiptLine label={t("share")}>
            <Money rupiah={result.shareRupiah} />
          </ReceiptLine>
          <ReceiptLine label={t("source")}>{result.source}</ReceiptLine>
        </Receipt>
      )}
      <Receipt heading={t("poolHeading")}>
        <ReceiptLine label={t("pool")}>
          <Money rupiah={poolRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("max")}>
          <Money rupiah={maxRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("people")}>{people.toLocaleString("id-ID")}</ReceiptLine>
      </Receipt>
    </>
  );
}

/** The pennants on the pitch are the choice: none is made beforehand. */
function PennantChoice({ pick }: { pick: Pick }) {
  const t = useTexts(texts);
  const { options } = pick;
  const nameOf = useOptionName(pick);
  return (
    <ArtChoice
      name="optionKey"
      label={t("which")}
      look="many"
      scene={<PitchGround />}
      options={options.map((value, index) => ({
        value,
        name: nameOf(value),
        picture: <PennantPicture index={index} />,
      }))}
    />
  );
}
