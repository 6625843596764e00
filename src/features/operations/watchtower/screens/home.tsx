import type { Route } from "./+types/home";
import { countedText } from "#shared/counted.ts";
import { shortTime } from "#web/console/local-time.tsx";
import { lengthText } from "#web/console/time-left.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { chartGroups, getReport, reportDays, usualDays } from "#features/operations/report/contract.ts";
import { Dashboard } from "#features/operations/report/parts/dashboard.tsx";
import { getStaffHome, getStaffSession } from "#features/platform/console/contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const days = reportDays.map(String).find((length) => length === query.get("days")) ?? String(usualDays);
  const group = chartGroups.find((one) => one.toLowerCase() === query.get("charts")) ?? "BUSINESS";
  const { roles } = await call(getStaffSession, {}, { context });
  const [{ lists }, report] = await Promise.all([
    call(getStaffHome, {}, { context }),
    mayStaff(roles, "report.read") ? call(getReport, { days, group }, { context }) : null,
  ]);
  return { lists, report, days, group };
}

export default function Home({ loaderData: { lists, report, days, group } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const today = dateInWib(new Date(useFrame().now));
  const waiting = lists.filter(({ count }) => count > 0);
  const empty = lists.filter(({ count }) => count === 0);
  return (
    <>
      <Title>{t("todayIs", { day: formatDate(today, language) })}</Title>
      {lists.length === 0 ? (
        <Notice>{t("nothingForRoles")}</Notice>
      ) : (
        <section className="work" aria-label={t("workLists")}>
          {waiting.length === 0 && <p>{t("allEmpty")}</p>}
          {waiting.length > 0 && (
            <ul className="work-cards">
              {waiting.map((list) => (
                <li key={list.key}>
                  <WorkCard list={list} />
                </li>
              ))}
            </ul>
          )}
          {empty.length > 0 && (
            <Disclosure summary={t("emptyLists", { count: empty.length })}>
              <ul className="work-empty">
                {empty.map(({ key, to, text }) => (
                  <li key={key}>
                    <a href={to}>{text}</a>
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
        </section>
      )}
      {report && <Dashboard report={report} days={days} group={group} path="/staff" />}
    </>
  );
}

/** One list of work that waits: how much, since when or until when; a late one says so in words as well. */
function WorkCard({ list }: { list: ReplyOf<typeof getStaffHome>["lists"][number] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = new Date(useFrame().now);
  const { to, text, count, oldestAt, promisedUntil, isOverdue } = list;
  const words = (): string | null => {
    if (promisedUntil)
      return t(isOverdue ? "lateSince" : "promisedUntil", { time: shortTime(new Date(promisedUntil), now, language) });
    if (!oldestAt) return null;
    return t("oldestFor", { time: lengthText(now.getTime() - new Date(oldestAt).getTime(), language) });
  };
  return (
    <a className={isOverdue ? "work-card work-late" : "work-card"} href={to}>
      <strong className="work-count">{countedText(count)}</strong>
      <span>{text}</span>
      <span className="work-time">{words()}</span>
    </a>
  );
}
