/** The screen of a wish: its weight today, and the helpers. */
import { capOf, type Campaign, type CampaignView } from "#features/rewards/campaign/contract.ts";
import { checkIn, joinCampaign } from "#features/rewards/campaign/parts/joining.ts";
import { ActButton } from "#features/rewards/campaign/parts/act.tsx";
import { ArtChoice } from "#features/rewards/campaign/parts/art-choice.tsx";
import { CampaignFrame } from "#features/rewards/campaign/parts/campaign-frame.tsx";
import { backTo, remindForm } from "#features/rewards/campaign/parts/load.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { addDays, dateInWib, formatDate, formatHour } from "#shared/dates.ts";
import { formatRupiah, groupThousands, unbrokenRupiah } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import { ShareButton } from "#features/rewards/invitation/parts/share-button.tsx";
import { useFrame } from "#web/frame.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
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
import { NightGround, StarArt, StarPicture } from "./star-art.tsx";
import { typeWords } from "./type-words.ts";

export const wishForms = defineForms({
  join: { call: joinCampaign, done: (_reply, { url }) => backTo(url, "join") },
  checkIn: { call: checkIn, done: (_reply, { url }) => backTo(url, "check-in") },
  help: { call: helpWithWish, done: (_reply, { url }) => backTo(url, "help") },
  remind: remindForm,
});
type Outcome = Parameters<typeof wishForms.form>[1];

/** Views of a campaign that runs for this person: elsewhere help would be refused. */
const mayHelp: readonly CampaignView[] = ["RUNNING", "WAITING", "DONE_TODAY"];

export function WishScreen({ campaign, outcome }: Act) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { wish, prizes, view } = campaign;
  const isWon = view === "WON";
  const prize = isWon ? campaign.award?.prize : prizes.find(({ prizeKey }) => prizeKey === wish?.wishKey)?.prize;
  // Without a choice the largest prize is shown.
  const shownPrize = prize ?? prizes.at(-1)?.prize;
  const mayChoose = view === "RUNNING" && !wish;
  return (
    <CampaignFrame
      campaign={campaign}
      art={
        mayChoose ? (
          <WishChoice prizes={prizes} />
        ) : (
          <StarArt
            points={isWon ? 1 : (wish?.points ?? 0)}
            max={isWon ? 1 : (wish?.maxPoints ?? 60)}
            {...(shownPrize?.kind === "CASH" ? { wish: formatRupiah(shownPrize.rupiah) } : {})}
          />
        )
      }
      {...(mayChoose
        ? {
            form: (parts) => (
              <ActionForm of={wishForms.form("join", outcome)} hidden={{ activityId: campaign.activityId }}>
                {parts}
              </ActionForm>
            ),
          }
        : {})}
      outcome={outcome}
      tag={<DrawTag campaign={campaign} />}
      heading={prize ? t("heading", { prize: wishWords(prize, language) }) : t("chooseHeading")}
      lead={
        wish
          ? t("lead")
          : t("chooseLead", { winners: capOf(campaign, "WINNERS_A_DAY"), max: capOf(campaign, "POINTS_A_DAY") })
      }
      terms={[t("termReset"), t("termOwn"), t("termOut")]}
      below={
        <>
          {!campaign.isVisitor && mayHelp.includes(view) && <Help outcome={outcome} />}
          <p>
            <a href={`/webview/activity/pay-wish-detail${new URL(campaign.path, "http://own.invalid").search}`}>
              {t("records")}
            </a>
          </p>
        </>
      }
      action={
        view === "RUNNING" ? (
          wish ? (
            <Press campaign={campaign} outcome={outcome} />
          ) : (
            <ActionBar>
              <ActButton act="join">{t("begin")}</ActButton>
            </ActionBar>
          )
        ) : (
          view === "WAITING" && wish && <Share code={wish.code} />
        )
      }
    >
      <Saved by="act" value="help">
        {t("helped")}
      </Saved>
      {campaign.pointsBefore > 0 && <p>{t("pointsBefore", { points: campaign.pointsBefore })}</p>}
      {mayChoose && (
        <Checkbox name="agree" required>
          {t("agree")}
        </Checkbox>
      )}
      {wish && campaign.reason && <p>{t("notInDraw")}</p>}
      {wish && <Today campaign={campaign} />}
    </CampaignFrame>
  );
}

/** When today's points are drawn. */
function DrawTag({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { now } = useFrame();
  const day = formatDate(addDays(dateInWib(new Date(now)), 1), language, "short");
  return <>{t("tag", { day, hour: formatHour(capOf(campaign, "DRAW_HOUR"), language) })}</>;
}

/** After today's press only friends can add to it. */
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

/** The wish's weight today, and the code with which friends help. */
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
        {allPoints > 0 && <p>{t("odds", { points, all: groupThousands(allPoints) })}</p>}
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

/** The wishes are stars in the sky: none is chosen beforehand. */
function WishChoice({ prizes }: Pick<Campaign, "prizes">) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <ArtChoice
      name="wishKey"
      label={t("which")}
      look="few"
      scene={<NightGround />}
      options={prizes.map(({ prizeKey, prize }, index) => ({
        value: prizeKey,
        name: <span className="money">{wishWords(prize, language)}</span>,
        picture: <StarPicture size={1 + index * 0.25} />,
      }))}
    />
  );
}

/** A wish is money, shown by its amount. */
const wishWords = (prize: Campaign["prizes"][number]["prize"], language: Language): string =>
  prize.kind === "CASH" ? unbrokenRupiah(prize.rupiah) : prizeWords(prize, language);

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

/** Also without a wish: a link shared by a friend contains the code. */
function Help({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  const { pathWithQuery } = useFrame();
  const form = wishForms.form("help", outcome);
  const sharedCode = new URL(pathWithQuery, "http://own.invalid").searchParams.get("wishCode")?.slice(0, 40) ?? "";
  return (
    <Disclosure summary={t("helpHeading")} {...(form.answer || sharedCode ? { open: true } : {})}>
      <ActionForm of={form} values={{ wishCode: sharedCode }}>
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
