/** The screen of a pick: one choice, the pool, and the result. */
import { pickOption, type Campaign } from "#features/rewards/campaign/contract.ts";
import { ActButton, answerPath } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { texts } from "../texts.ts";
import { useOptionName } from "./option-name.ts";
import { PennantIcon } from "./pennants.tsx";
import { PitchArt } from "./pitch-art.tsx";

export const pickForms = defineForms({
  pick: { call: pickOption, done: (_reply, { url }) => answerPath(url.pathname, "pick") },
});
type Outcome = Parameters<typeof pickForms.form>[1];
type Pick = NonNullable<Campaign["pick"]>;

/** Millions, short enough for the artwork. */
const inMillions = (rupiah: number): string => `Rp ${Math.round(rupiah / 1_000_000)} jt`;

export function PickScreen({ campaign, outcome }: { campaign: Campaign; outcome: Outcome }) {
  const t = useTexts(texts);
  const { pick, view } = campaign;
  if (!pick) return null;
  const { choice, options, poolRupiah, maxRupiah, result } = pick;
  const mayChoose = view === "RUNNING" && choice === null;
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        <PitchArt
          chosen={choice === null ? null : options.indexOf(choice)}
          pool={inMillions(poolRupiah)}
          isOver={result !== null}
        />
      }
      tag={t(mayChoose ? "tag" : choice !== null && result === null ? "madeTag" : "lockedTag")}
      {...(mayChoose ? { heading: t("heading") } : {})}
      lead={t("lead", { pool: formatRupiah(poolRupiah), max: formatRupiah(maxRupiah) })}
      outcome={outcome}
      terms={[t("once"), t("termShare"), t("sampleMark")]}
      prizes={<Pool pick={pick} />}
      action={mayChoose && <Choose campaign={campaign} pick={pick} outcome={outcome} />}
    >
      <Standing pick={pick} />
    </CampaignFrame>
  );
}

function Standing({ pick: { choice, lockedAt, result } }: { pick: Pick }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const nameOf = useOptionName();
  const now = new Date(useFrame().now);
  const when = formatInstant(new Date(lockedAt), language, "WIB", "short");
  return (
    <div className="campaign-facts">
      {choice !== null && <p>{t("yours", { name: nameOf(choice) })}</p>}
      {result === null && <p>{t(new Date(lockedAt) <= now ? "locked" : "until", { when })}</p>}
      <p>{t("sampleMark")}</p>
    </div>
  );
}

/** The pool before the result, and what came of it. */
function Pool({ pick: { poolRupiah, maxRupiah, people, result } }: { pick: Pick }) {
  const t = useTexts(texts);
  const nameOf = useOptionName();
  return (
    <>
      {result && (
        <Receipt heading={t("resultHeading")}>
          <ReceiptLine label={t("champion")}>{nameOf(result.optionKey)}</ReceiptLine>
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

interface ChooseProps {
  campaign: Campaign;
  pick: Pick;
  outcome: Outcome;
}

function Choose({ campaign: { activityId }, pick: { options }, outcome }: ChooseProps) {
  const t = useTexts(texts);
  const nameOf = useOptionName();
  return (
    <ActionForm of={pickForms.form("pick", outcome)} hidden={{ activityId }}>
      <Choices
        name="optionKey"
        label={t("which")}
        columns={2}
        choices={options.map((value, index) => ({
          value,
          label: (
            <span className="campaign-figures">
              <PennantIcon index={index} />
              {nameOf(value)}
            </span>
          ),
        }))}
      />
      <p className="campaign-fair">{t("once")}</p>
      <ActionBar>
        <ActButton act="pick">{t("button")}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}
