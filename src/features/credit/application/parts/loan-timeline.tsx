import type { ReactNode } from "react";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import type { TimelineStep } from "../contract.ts";
import { texts } from "../texts.ts";

export interface LoanTimelineProps {
  steps: readonly TimelineStep[];
  /** The account that the money goes to, masked. */
  account: string | null;
  /** Where the signed documents can be seen and checked; omitted where there are none. */
  documentsPath?: string;
}

/** A loan's timeline: past, current and coming steps. */
export function LoanTimeline({ steps, account, documentsPath }: LoanTimelineProps) {
  const t = useTexts(texts);
  return (
    <section className="section">
      <Heading>{t("journey")}</Heading>
      <Timeline>
        {steps.map((step, index) => (
          <TimelineItem
            key={index}
            state={step.state}
            title={<StepTitle step={step} account={account} />}
            when={<StepWords step={step} documentsPath={documentsPath} />}
          />
        ))}
      </Timeline>
    </section>
  );
}

function StepTitle({ step, account }: { step: TimelineStep; account: string | null }): ReactNode {
  const t = useTexts(texts);
  return t(step.code, { number: step.number ?? 0, count: step.count ?? 0, account: account ?? t("yourAccount") });
}

function StepWords({ step, documentsPath }: { step: TimelineStep; documentsPath?: string | undefined }): ReactNode {
  const t = useTexts(texts);
  const language = useLanguage();
  if (step.code === "INSTALMENT") return <InstalmentWords step={step} />;
  if (step.state === "done") {
    return (
      <>
        {step.at && <InstantText at={step.at} style="short" />}
        {step.tookSeconds !== null && (
          <>
            {" "}
            · <Duration seconds={step.tookSeconds} />
          </>
        )}
        {step.code === "SIGNED" && documentsPath && (
          <>
            {" "}
            · <a href={documentsPath}>{t("seeAndCheck")}</a>
          </>
        )}
      </>
    );
  }
  if (step.code === "PAID_OFF")
    return step.on ? t("PAID_OFFahead", { date: formatDate(step.on, language) }) : t("PAID_OFFletter");
  if (step.code === "SIGN" && step.at)
    return t("SIGNbefore", { until: formatInstant(new Date(step.at), language, "WIB", "short") });
  if (step.code === "REVIEWING") return t("REVIEWINGdetail");
  if (step.code === "SENDING_AGAIN" || step.code === "RESENDING") return t("SENDING_AGAINdetail");
  return step.code === "SENDING" ? t("SENDINGdetail") : null;
}

function InstalmentWords({ step }: { step: TimelineStep }): ReactNode {
  const t = useTexts(texts);
  const language = useLanguage();
  if (step.on === null) return null;
  if (step.state === "done") return t("INSTALMENTpaid", { amount: formatRupiah(step.amountRupiah ?? 0) });
  const days = step.daysAhead ?? 0;
  const date = formatDate(step.on, language, "short");
  const near = ({ [-1]: "INSTALMENTyesterday", 0: "INSTALMENTtoday", 1: "INSTALMENTtomorrow" } as const)[days];
  const words = near
    ? t(near, { date })
    : t(days > 0 ? "INSTALMENTdue" : "INSTALMENTlate", { date, days: Math.abs(days) });
  return (
    <>
      {words}
      {step.state === "now" && (
        <>
          {" "}
          · <Money rupiah={step.amountRupiah ?? 0} />
        </>
      )}
    </>
  );
}

/** How long a decision took, in the largest unit that is not below one. */
function Duration({ seconds }: { seconds: number }): ReactNode {
  const t = useTexts(texts);
  if (seconds < 60) return t("tookSeconds", { count: seconds });
  return seconds < 3600
    ? t("tookMinutes", { count: Math.round(seconds / 60) })
    : t("tookHours", { count: Math.round(seconds / 3600) });
}
