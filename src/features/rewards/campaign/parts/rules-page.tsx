/** The rules of a campaign: tables generated from the rules in force, so that they always agree. */
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import type { Campaign } from "../contract.ts";
import { loanTasks, type Prize } from "../rules-contract.ts";
import { texts } from "../texts.ts";
import { capWords, rulesTexts } from "../wording-contract.ts";
import { conditionsIn, givesKey, isTaxed } from "./campaign-tables.tsx";
import { prizeWords } from "./prize-words.ts";
import { toneOf } from "./tone.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";

const allTexts = { ...texts, ...rulesTexts };

type Cap = Campaign["caps"][number]["cap"];
/** Limits listed with the sources of points, and those listed with the prizes; all others are limits. */
const gains: readonly Cap[] = ["HELPED_BY_NEW", "HELPED_BY_OLD", "HELP_NEW", "HELP_OLD"];
const pools: readonly Cap[] = ["POOL_RUPIAH", "SHARE_RUPIAH"];

type Words = ReturnType<typeof useTexts<typeof allTexts>>;

/** The text for a prize without a quantity: invitations are limited by the number of friends, which is listed with the limits. */
function noLimitWords(t: Words, mechanic: Campaign["mechanic"], { kind }: Prize): string {
  if (mechanic === "INVITE" || kind === "NOTHING") return "";
  return t(mechanic === "DRAW" ? "byDraw" : mechanic === "GROW" ? "rulesEachTree" : "rulesNoLimit");
}

/** Whether it needs no loan: neither its prizes nor its conditions do. */
const isWithoutLoan = ({ mechanic, prizes, needs }: Campaign): boolean =>
  mechanic !== "INVITE" &&
  !(mechanic === "CLAIM" && prizes.some(({ prize }) => prize.kind === "COUPON")) &&
  !needs.some(({ need }) => isOfLoan(need));

const isOfLoan = (need: Campaign["needs"][number]["need"]): boolean =>
  need === "LOAN_PAID_OFF" || need === "INSTALMENT_PAID";

/** Whether a card counts once in it. // Product decisions, rewards 15.10 */
const isByCard = ({ mechanic, prizes }: Campaign): boolean =>
  mechanic === "DRAW" ||
  mechanic === "PICK" ||
  (mechanic !== "INVITE" && prizes.some(({ prize: { kind } }) => kind === "CASH" || kind === "VOUCHER"));

/** The prizes. `pool`: the limits that are prizes. */
function PrizesReceipt({
  campaign: { prizes, plusPoints, mechanic },
  pool,
}: {
  campaign: Campaign;
  pool: Campaign["caps"];
}) {
  const t = useTexts(allTexts);
  const language = useLanguage();
  return (
    <Receipt heading={t("prizes")}>
      {pool.map(({ cap, count }) => (
        <ReceiptLine key={cap} label={t(cap)}>
          {formatRupiah(count)}
        </ReceiptLine>
      ))}
      {prizes.map(({ prizeKey, prize, left, ppm, costPoints, perDay, stock }) => (
        <ReceiptLine
          key={prizeKey}
          label={unbroken(prizeWords(prize, language))}
          note={[
            perDay > 0 ? t("rulesPerDay", { count: perDay.toLocaleString("id-ID") }) : "",
            stock > 0 ? t("rulesInAll", { count: stock.toLocaleString("id-ID") }) : "",
            left === null ? noLimitWords(t, mechanic, prize) : t("left", { count: left.toLocaleString("id-ID") }),
          ]
            .filter(Boolean)
            .join(" · ")}
        >
          {ppm > 0 ? formatPpm(ppm, language) : costPoints > 0 ? t("costs", { points: costPoints }) : ""}
        </ReceiptLine>
      ))}
      {plusPoints > 0 && (
        <ReceiptLine label={prizeWords({ kind: "POINTS", points: plusPoints }, language)} note={t("withPrize")}>
          {""}
        </ReceiptLine>
      )}
    </Receipt>
  );
}

/** The ways to points. `gain`: the limits that are such ways. */
function TasksReceipt({
  campaign: { tasks, mechanic, dayPoints, lastDayPoints, streakDays },
  gain,
}: {
  campaign: Campaign;
  gain: Campaign["caps"];
}) {
  const t = useTexts(allTexts);
  return (
    <Receipt heading={t("tasks")}>
      {dayPoints > 0 && (
        <>
          <ReceiptLine label={t("checkInDay")}>{t("givesPoints", { count: dayPoints })}</ReceiptLine>
          <ReceiptLine label={t("checkInLast", { days: streakDays })}>
            {t("givesPoints", { count: lastDayPoints })}
          </ReceiptLine>
        </>
      )}
      {tasks.map(({ task, gives }) => (
        <ReceiptLine key={task} label={t(task)}>
          {t(givesKey(mechanic, gives), { count: gives })}
        </ReceiptLine>
      ))}
      {gain.map(({ cap, count }) => (
        <ReceiptLine key={cap} label={t(cap)}>
          {t(givesKey(mechanic, count), { count })}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

/** Conditions, prizes, ways to take part, limits and days of a campaign. */
function Tables({ campaign }: { campaign: Campaign }) {
  const t = useTexts(allTexts);
  const language = useLanguage();
  const { prizes, tasks, opensAt, closesAt, claimsUntil, permit, caps, needs } = campaign;
  const day = (at: string, less = 0) => formatDate(dateInWib(new Date(Date.parse(at) - less)), language);
  const [gain, pool] = [gains, pools].map((names) => caps.filter(({ cap }) => names.includes(cap)));
  const limits = caps.filter(({ cap }) => !gains.includes(cap) && !pools.includes(cap));
  return (
    <div className="campaign-rules-part">
      {needs.length > 0 && (
        <Receipt heading={t("needs")}>
          {needs.map(({ need }) => (
            <ReceiptLine key={need} label={t(need)}>
              {""}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      {prizes.length + pool!.length > 0 && <PrizesReceipt campaign={campaign} pool={pool!} />}
      {tasks.length + gain!.length + campaign.dayPoints > 0 && <TasksReceipt campaign={campaign} gain={gain!} />}
      {limits.length > 0 && (
        <Receipt heading={t("rulesCaps")}>
          {limits.map(({ cap, count }) => (
            <ReceiptLine key={cap} label={t(cap)}>
              {capWords({ cap, count }, opensAt, language)}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      <Receipt heading={t("period")}>
        <ReceiptLine label={t("rulesOpens")}>{day(opensAt)}</ReceiptLine>
        <ReceiptLine label={t("rulesCloses")}>{day(closesAt, 1)}</ReceiptLine>
        {claimsUntil && <ReceiptLine label={t("claimBy")}>{day(claimsUntil, 1)}</ReceiptLine>}
        {permit && (
          <ReceiptLine label={t("permit")} {...(permit.isSample ? { note: t("sample") } : {})}>
            {permit.number}
          </ReceiptLine>
        )}
      </Receipt>
    </div>
  );
}

/** `terms`: further rules of this mechanic, a sentence each. */
export function RulesPage({ campaign, terms = [] }: { campaign: Campaign; terms?: readonly string[] }) {
  const t = useTexts(allTexts);
  const { prizes, tasks, claimsUntil, path, commitment, needs, ruleText } = campaign;
  const howItWorks = [
    ...terms,
    ...conditionsIn(campaign).map(unbroken),
    ...(tasks.some(({ task }) => loanTasks.includes(task)) ? [t("rulesRipeLoan")] : []),
    ...(needs.some(({ need }) => isOfLoan(need)) ? [t("rulesRepaid")] : []),
    ...(isByCard(campaign) ? [t("rulesOneCard")] : []),
    ...(claimsUntil ? [t("rulesClaims")] : []),
  ];
  const promises = [
    t(isWithoutLoan(campaign) ? "rulesNoLoan" : "rulesNoMore"),
    ...(commitment || prizes.some(({ ppm }) => ppm > 0) ? [t("rulesFair")] : []),
    ...(isTaxed(campaign) ? [t("taxLine")] : []),
    t("rulesChange"),
  ];
  return (
    <div className={`campaign-rules ${toneOf(campaign.skin)}`}>
      <Stack gap="loose">
        <Title lead={t("rulesLead")}>
          {t("factLine", { label: unbroken(campaign.title), value: t("rulesTitle") })}
        </Title>
        <div className="campaign-rules-parts">
          <Tables campaign={campaign} />
          <div className="campaign-rules-part">
            {howItWorks.length > 0 && (
              <Section heading={t("rulesHow")}>
                <Sentences lines={howItWorks} />
              </Section>
            )}
            <Section heading={t("rulesPromise")}>
              <Sentences lines={promises} />
            </Section>
            {ruleText && (
              <Section heading={ruleText.title}>
                <Prose html={ruleText.body} />
              </Section>
            )}
          </div>
        </div>
        <ActionBar>
          <ButtonLink kind="secondary" to={path}>
            {t("rulesBack")}
          </ButtonLink>
        </ActionBar>
      </Stack>
    </div>
  );
}

function Sentences({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="campaign-terms">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
