/** The rules of a campaign: tables made from the rules in force, so that they cannot say anything else. */
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { dateInWib, formatDate, formatHour } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import type { Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { isTaxed } from "./campaign-tables.tsx";
import { prizeWords, unbroken } from "./prize-words.ts";

type Cap = Campaign["caps"][number]["cap"];
/** What stands among the ways to points, and what among the prizes; everything else is a limit. */
const gains: readonly Cap[] = ["HELPED_BY_NEW", "HELPED_BY_OLD", "HELP_NEW", "HELP_OLD"];
const pools: readonly Cap[] = ["POOL_RUPIAH", "SHARE_RUPIAH"];

/** What is said of a prize whose pieces nobody counts: who invites is bounded by friends, which stand among the limits. */
function noLimitWords(t: ReturnType<typeof useTexts<typeof texts>>, mechanic: Campaign["mechanic"]): string {
  if (mechanic === "INVITE") return "";
  return t(mechanic === "DRAW" ? "byDraw" : "rulesNoLimit");
}

function capWords(cap: Cap, count: number, language: Language): string {
  if (cap === "ONCE" || cap === "NEVER_LATE") return "";
  return cap === "DRAW_HOUR" ? formatHour(count, language) : count.toLocaleString("id-ID");
}

/** What can be won. `pool`: the limits that are prizes. */
function PrizesReceipt({
  campaign: { prizes, plusPoints, mechanic },
  pool,
}: {
  campaign: Campaign;
  pool: Campaign["caps"];
}) {
  const t = useTexts(texts);
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
            left === null ? noLimitWords(t, mechanic) : t("left", { count: left.toLocaleString("id-ID") }),
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
function TasksReceipt({ tasks, gain }: { tasks: Campaign["tasks"]; gain: Campaign["caps"] }) {
  const t = useTexts(texts);
  return (
    <Receipt heading={t("tasks")}>
      {tasks.map(({ task, gives }) => (
        <ReceiptLine key={task} label={t(task)}>
          {t("gives", { count: gives })}
        </ReceiptLine>
      ))}
      {gain.map(({ cap, count }) => (
        <ReceiptLine key={cap} label={t(cap)}>
          {t("gives", { count })}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

/** `terms`: what this mechanic adds, a sentence each. */
export function RulesPage({ campaign, terms = [] }: { campaign: Campaign; terms?: readonly string[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { prizes, tasks, opensAt, closesAt, claimsUntil, permit, path, commitment, caps, needs, ruleText } = campaign;
  const day = (at: string, less = 0) => formatDate(dateInWib(new Date(Date.parse(at) - less)), language);
  const [gain, pool] = [gains, pools].map((names) => caps.filter(({ cap }) => names.includes(cap)));
  const limits = caps.filter(({ cap }) => !gains.includes(cap) && !pools.includes(cap));
  return (
    <Stack gap="loose">
      <Title lead={t("rulesLead")}>{t("factLine", { label: unbroken(campaign.title), value: t("rulesTitle") })}</Title>
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
      {tasks.length + gain!.length > 0 && <TasksReceipt tasks={tasks} gain={gain!} />}
      {limits.length > 0 && (
        <Receipt heading={t("rulesCaps")}>
          {limits.map(({ cap, count }) => (
            <ReceiptLine key={cap} label={t(cap)}>
              {capWords(cap, count, language)}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      <ul className="campaign-terms">
        {[
          ...terms,
          t("rulesNoLoan"),
          ...(commitment || prizes.some(({ ppm }) => ppm > 0) ? [t("rulesFair")] : []),
          ...(isTaxed(campaign) ? [t("taxLine")] : []),
          ...(claimsUntil ? [t("rulesClaims")] : []),
          t("rulesChange"),
        ].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {ruleText && (
        <Section heading={ruleText.title}>
          <Prose html={ruleText.body} />
        </Section>
      )}
      <ButtonLink kind="secondary" to={path}>
        {t("rulesBack")}
      </ButtonLink>
    </Stack>
  );
}
