/**
 * The staff console's frame: dense, tables first, keyboard first (Alt or Alt+Shift with the digit of a menu entry). The
 * domains provide the entries (`nav.ts`); the person's permissions decide which are shown, the page's calls decide what
 * it shows.
 */
import { isRouteErrorResponse, Outlet, useRouteError } from "react-router";
import type { Envelope } from "#shared/contract.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { useFrame, useOwnAddress } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { liesIn, placeGroups, placeKeys, useNav } from "#web/nav.ts";
import { consoleShellTexts } from "#web/shells/staff-texts.ts";
import { ErrorState } from "#web/ui/error-state/error-state.tsx";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { LanguageMenu } from "#web/ui/site-header/site-header.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";

export default function Staff() {
  return (
    <Page kind="dense" header={<Header />}>
      <Outlet />
      <LoadingIndicator />
      <ToastRegion />
    </Page>
  );
}

/** An error page inside the console: the menu stays in reach. A support code appears only for our own faults. */
export function ErrorBoundary() {
  const t = useTexts(consoleShellTexts);
  const { pathWithQuery, traceId, staff } = useFrame();
  const trace = useNav().find(({ consoleTrace }) => consoleTrace !== undefined)?.consoleTrace;
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const envelope = isRouteErrorResponse(error) ? (error.data as Partial<Envelope> | null) : null;
  const title = status === 404 ? t("notFound") : status === 403 ? t("notAllowed") : t("failed");
  return (
    <Page kind="dense" header={<Header />}>
      <ErrorState
        level={1}
        title={title}
        {...(status < 500 ? {} : { refresh: pathWithQuery, traceId: envelope?.traceId ?? traceId })}
      >
        {envelope?.status?.detail}
      </ErrorState>
      {status >= 500 && trace && mayStaff(staff?.roles ?? [], trace.permission) && (
        <p>
          <a href={`${trace.to}?traceId=${envelope?.traceId ?? traceId}`}>{t("toTrace")}</a>
        </p>
      )}
    </Page>
  );
}

function Header() {
  const t = useTexts(consoleShellTexts);
  const { brand, path, posted, staff, consoleView } = useFrame();
  const address = useOwnAddress();
  const search = useNav().find(({ consoleSearch }) => consoleSearch !== undefined)?.consoleSearch;
  return (
    <header
      className={consoleView?.isComfortable ? "console-header console-comfortable" : "console-header"}
      data-shortcuts={staff && consoleView?.hasShortcuts ? "" : undefined}
    >
      <div className="console-row">
        {staff && (
          <button className="console-menu" type="button" popoverTarget={placesId}>
            {t("menu")}
          </button>
        )}
        <a className="console-home" href="/staff">
          {brand.name} <span className="console-mark">{t("console")}</span>
        </a>
        {/* After a refusal the page of the search has a form of its own, with the typed value. */}
        {search && !(posted && search.to === path) && mayStaff(staff?.roles ?? [], search.permission) && (
          <Search to={search.to} />
        )}
        {staff && (
          <>
            <p className="console-person">
              <span className="console-name">{staff.name}</span>
              <span className="console-roles">{staff.roles.map((role) => t(role)).join(", ")}</span>
            </p>
            <form method="post" action="/staff/logout">
              <button className="console-logout">{t("logout")}</button>
            </form>
          </>
        )}
        <LanguageMenu path={address} />
      </div>
      {staff && <Places path={path} roles={staff.roles} />}
      {staff && <KeyHelp roles={staff.roles} />}
    </header>
  );
}

const placesId = "console-places";

/** Finds by a whole identifier from every page. It posts: an identifier has no place in an address. */
function Search({ to }: { to: string }) {
  const t = useTexts(consoleShellTexts);
  return (
    <form className="console-search" method="post" action={to} role="search">
      <input type="hidden" name="intent" value="find" />
      <input
        className="input"
        name="identifier"
        aria-label={t("search")}
        placeholder={t("searchHint")}
        maxLength={60}
        required
        autoComplete="off"
        autoCapitalize="none"
        accessKey="/"
      />
    </form>
  );
}

/** The menu entries by group: a rail on a wide window, and behind the menu button on a narrower one; no script either way. */
function Places({ path, roles }: { path: string; roles: readonly StaffRole[] }) {
  const t = useTexts(consoleShellTexts);
  const language = useLanguage();
  const groups = usePlaces(roles);
  const inOrder = groups.flatMap(({ members }) => members);
  const keys = placeKeys(useNav().flatMap(({ consolePlaces = [] }) => consolePlaces.map(({ to }) => to)));
  // Every entry is below the console's first one.
  const isCurrent = (to: string) => (to === "/staff" ? path === to : liesIn(path, to));
  return (
    <nav className="console-places" id={placesId} popover="auto" aria-label={t("places")}>
      {groups.map(({ group, members }) => (
        <div className="console-group" key={group} role="group" aria-label={t(group)}>
          <p className="console-group-name" aria-hidden="true">
            {t(group)}
          </p>
          {members.map((place) => (
            <a
              className="console-place"
              key={place.to}
              href={place.to}
              accessKey={accessKeyOf(inOrder.indexOf(place))}
              data-key={keys.get(place.to)}
              aria-current={isCurrent(place.to) ? "page" : undefined}
            >
              {say(place.label, language)}
            </a>
          ))}
        </div>
      ))}
      <ViewLinks />
    </nav>
  );
}

/** How this browser shows the console, by links that work without script; the answer leads back to the same page. */
function ViewLinks() {
  const t = useTexts(consoleShellTexts);
  const isComfortable = useFrame().consoleView?.isComfortable ?? false;
  const to = useViewAddress();
  return (
    <div className="console-group" role="group" aria-label={t("view")}>
      <p className="console-group-name" aria-hidden="true">
        {t("view")}
      </p>
      <a className="console-place" href={to("density", isComfortable ? "dense" : "comfortable")}>
        {t(isComfortable ? "toDense" : "toComfortable")}
      </a>
      <button className="console-place console-place-button" type="button" popoverTarget={helpId}>
        {t("keys")}
      </button>
    </div>
  );
}

/** The page's own address with a choice for the console's view; the answer leads back without it (`src/console-view.ts`). */
function useViewAddress(): (name: "density" | "shortcuts", value: string) => string {
  const { pathWithQuery } = useFrame();
  return (name, value) => {
    const { pathname, searchParams } = new URL(pathWithQuery, "http://own.invalid");
    searchParams.set(name, value);
    return `${pathname}?${searchParams}`;
  };
}

/** The places of these roles by group, from the top of the rail down. */
function usePlaces(roles: readonly StaffRole[]) {
  const places = useNav()
    .flatMap(({ consolePlaces = [] }) => consolePlaces)
    .filter(({ permission }) => mayStaff(roles, permission));
  return placeGroups
    .map((group) => ({ group, members: places.filter((place) => place.group === group) }))
    .filter(({ members }) => members.length > 0);
}

const helpId = "console-keys";

/** The keys of the console, and the link that switches them off. `?` or a button of the rail shows it. */
function KeyHelp({ roles }: { roles: readonly StaffRole[] }) {
  const t = useTexts(consoleShellTexts);
  const language = useLanguage();
  const { consoleView } = useFrame();
  const to = useViewAddress();
  const keys = placeKeys(useNav().flatMap(({ consolePlaces = [] }) => consolePlaces.map(({ to: place }) => place)));
  const isOn = consoleView?.hasShortcuts ?? false;
  const fixed = [
    ["/", t("keySearch")],
    ["j", t("keyNext")],
    ["k", t("keyBefore")],
    ["o", t("keyOpen")],
    ["Esc", t("keyLeave")],
    ["?", t("keyHelp")],
  ];
  const places = usePlaces(roles).flatMap(({ members }) =>
    members.flatMap(({ to: place, label }) => {
      const key = keys.get(place);
      return key === undefined ? [] : [[`g ${key}`, say(label, language)]];
    }),
  );
  return (
    <dialog className="console-keys" id={helpId} popover="auto" aria-labelledby={`${helpId}-heading`} data-key-help="">
      <h2 className="heading-2" id={`${helpId}-heading`}>
        {t("keys")}
      </h2>
      <p className="small">{t(isOn ? "keysLead" : "keysAreOff")}</p>
      <dl className="console-key-list">
        {[...fixed, ...places].map(([key, what]) => (
          <div className="console-key" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="console-key-acts">
        <a href={to("shortcuts", isOn ? "off" : "on")}>{t(isOn ? "keysOff" : "keysOn")}</a>
        <button className="console-logout" type="button" popoverTarget={helpId} popoverTargetAction="hide">
          {t("close")}
        </button>
      </p>
    </dialog>
  );
}

/** The first nine places have a digit. */
const accessKeyOf = (index: number): string | undefined => (index < 9 ? String(index + 1) : undefined);
