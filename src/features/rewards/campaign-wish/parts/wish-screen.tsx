/** The screen of a wish: what it weighs today, and who helps. */
import { capOf, checkIn, joinCampaign, type Campaign } from "#features/rewards/campaign/contract.ts";
import { ActButton, answerPath } from "#features/rewards/campaign/parts/act.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { formatHour } from "#shared/dates.ts";
import { formatRupiah, groupThousands } from "#shared/money.ts";
import { ShareButton } from "#features/rewards/invitation/parts/share-button.tsx";
import { useFrame } from "#web/frame.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Checkbox, Choices } from "#web/ui/choices/choices.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { helpWithWish } from "../contract.ts";
import { texts } from "../texts.ts";
import { StarArt } from "./star-art.tsx";
import { typeWords } from "./type-words.ts";

export const wishForms = defineForms({
  join: { call: joinCampaign, done: (_reply, { url }) => answerPath(url.pathname, "join") },
  checkIn: { call: checkIn, done: (_reply, { url }) => answerPath(url.pathname, "check-in") },
  help: { call: helpWithWish, done: (_reply, { url }) => answerPath(url.pathname, "help") },
});
type Outcome = Parameters<typeof wishForms.form>[1];

export function WishScreen({ campaign, outcome }: Act) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { wish, prizes, view } = campaign;
  const isWon = view === "WON";
  const prize = isWon ? campaign.award?.prize : prizes.find(({ prizeKey }) => prizeKey === wish?.wishKey)?.prize;
  // Who has chosen none yet sees the largest.
  const seen = prize ?? prizes.at(-1)?.prize;
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        <StarArt
          points={isWon ? 1 : (wish?.points ?? 0)}
          max={isWon ? 1 : (wish?.maxPoints ?? 60)}
          {...(seen?.kind === "CASH" ? { wish: formatRupiah(seen.rupiah) } : {})}
        />
      }
      outcome={outcome}
      tag={t("tag", { hour: formatHour(capOf(campaign, "DRAW_HOUR"), language) })}
      heading={prize ? t("heading", { prize: prizeWords(prize, language) }) : t("chooseHeading")}
      lead={
        wish
          ? t("lead")
          : t("chooseLead", { winners: capOf(campaign, "WINNERS_A_DAY"), max: capOf(campaign, "POINTS_A_DAY") })
      }
      terms={[t("termReset"), t("termOwn")]}
      action={
        view === "RUNNING" ? (
          wish ? (
            <Press campaign={campaign} outcome={outcome} />
          ) : (
            <Begin campaign={campaign} outcome={outcome} />
          )
        ) : (
          view === "WAITING" && wish && <Share code={wish.code} />
        )
      }
    >
      <Saved by="act" value="help">
        {t("helped")}
      </Saved>
      {wish && <Today campaign={campaign} />}
      <Help outcome={outcome} />
      <p>
        <a href="/webview/activity/pay-wish-detail">{t("records")}</a>
      </p>
    </CampaignFrame>
  );
}

/** After today's press friends are what can still add to it. */
function Share({ code }: { code: string }) {
  const t = useTexts(texts);
  const { origin, path, brand } = useFrame();
  const words = t("shareWords", { brand: brand.name, code, link: `${origin}${path}?wishCode=${code}` });
  return (
    <ActionBar>
      <ShareButton words={words} track="campaign_act" trackValue="act=go">
        {t("askFriends")}
      </ShareButton>
    </ActionBar>
  );
}

/** What the wish weighs today, and the code by which friends help. */
function Today({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { wish } = campaign;
  if (!wish) return null;
  const { points, maxPoints, allPoints, entryId, code, sources } = wish;
  const shown = code.replace(/^(.{4})(.{4})(.{2})$/, "$1 $2 $3");
  return (
    <Stack>
      <Progress label={t("points")} words={t("ofMax", { points, max: maxPoints })} value={points} maximum={maxPoints} />
      <div className="campaign-facts">
        <p>{t("odds", { points, all: groupThousands(allPoints) })}</p>
        {entryId && <p>{t("entry", { entry: entryId })}</p>}
      </div>
      {sources.length > 0 && (
        <Receipt heading={t("sources")}>
          {sources.map(({ type, times, points: brought }) => (
            <ReceiptLine key={type} label={typeWords(t, type)} {...(times > 1 ? { note: t("times", { times }) } : {})}>
              +{brought}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      <CopyText label={t("code")} value={code} shown={shown} />
      <p className="campaign-fair">
        {t("share", {
          old: capOf(campaign, "HELPED_BY_OLD"),
          new: capOf(campaign, "HELPED_BY_NEW"),
          most: capOf(campaign, "HELPED_A_DAY"),
        })}
      </p>
    </Stack>
  );
}

interface Act {
  campaign: Campaign;
  outcome: Outcome;
}

function Begin({ campaign: { activityId, prizes }, outcome }: Act) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <ActionForm of={wishForms.form("join", outcome)} hidden={{ activityId }}>
      <Choices
        name="wishKey"
        label={t("which")}
        choices={prizes.map(({ prizeKey, prize }) => ({ value: prizeKey, label: prizeWords(prize, language) }))}
      />
      <Checkbox name="agree" required>
        {t("agree")}
      </Checkbox>
      <ActionBar>
        <ActButton act="join">{t("begin")}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}

function Press({ campaign: { activityId, tasks }, outcome }: Act) {
  const t = useTexts(texts);
  const points = tasks.find(({ task }) => task === "DAILY_SIGN_IN")?.gives ?? 0;
  return (
    <ActionForm of={wishForms.form("checkIn", outcome)} hidden={{ activityId }}>
      <ActionBar>
        <ActButton act="check-in">{t("press", { points })}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}

/** Also for whoever has no wish: a link that a friend shared brings the code along. */
function Help({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  const { pathWithQuery } = useFrame();
  const form = wishForms.form("help", outcome);
  const brought = new URL(pathWithQuery, "http://own.invalid").searchParams.get("wishCode")?.slice(0, 40) ?? "";
  return (
    <Disclosure summary={t("helpHeading")} {...(form.answer || brought ? { open: true } : {})}>
      <ActionForm of={form} values={{ wishCode: brought }}>
        <TextField
          name="wishCode"
          label={t("helpCode")}
          hint={t("helpHint")}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <ActButton act="help" kind="secondary">
          {t("helpButton")}
        </ActButton>
      </ActionForm>
    </Disclosure>
  );
}
