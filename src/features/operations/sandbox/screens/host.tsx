import { data } from "react-router";
import type { Route } from "./+types/host";
import { nativeCalls } from "#shared/native-messages.ts";
import { safePage } from "#shared/safe-url.ts";
import {
  chosenSandboxHost,
  noSandboxApp,
  sandboxHostPath,
  sandboxPlatforms,
  sandboxSizes,
} from "#shared/sandbox-host.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { Rich } from "#web/rich/rich.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { listSandboxHosts } from "../host-contract.ts";
import HostSimulator, { type HostShown } from "../parts/host-simulator.rich.tsx";
import { hostScreens } from "../parts/host-screens.ts";
import { hostTexts } from "../parts/host-texts.ts";

export const handle: ScreenHandle = {
  title: hostTexts.title,
  kind: "rich",
  reason: "Messages pass between the framed page and the simulated app while the reader watches.",
  measure: "wide",
  noIndex: true,
};

/** Works without a login. */
const firstScreen = "/webview/help-center";
const languageNames = [
  { value: "id", label: "Bahasa Indonesia" },
  { value: "en", label: "English" },
  { value: "zh", label: "中文" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { sandbox, language } = context.get(pageFrame);
  if (!sandbox) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const { items } = await call(listSandboxHosts, {}, { context });
  const host = chosenSandboxHost(query);
  const one = <const Value extends string>(name: string, known: readonly Value[], usual: Value): Value =>
    known.find((value) => value === query.get(name)) ?? usual;
  const size = one("size", sandboxSizes, "360");
  const dress = one("dress", ["light", "dark"], "light");
  const bar = one("bar", ["hidden", "shown"], "hidden");
  const typed = safePage(query.get("path")?.trim() ?? "");
  const screen = one(
    "screen",
    hostScreens.map(({ path }) => path),
    firstScreen,
  );
  const src = new URL(typed ?? screen, "https://own.invalid");
  src.searchParams.set("lang", language);
  if (bar === "shown") src.searchParams.set("navBar", "1");
  const shown: HostShown = { host, size, dress, src: src.pathname + src.search };
  return { apps: items, shown, bar, screen, path: typed ?? "", language };
}

type Chosen = Route.ComponentProps["loaderData"];

export default function Host({ loaderData }: Route.ComponentProps) {
  const t = useTexts(hostTexts);
  const { shown, bar, screen, path, language } = loaderData;
  const { host, size, dress } = shown;
  const values = {
    app: host?.app ?? noSandboxApp,
    version: host?.version ?? "",
    platform: host?.platform ?? sandboxPlatforms[0],
    size,
    dress,
    bar,
    lang: language,
    screen,
    path,
  };
  return (
    <div className="host">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Section heading={t("choose")}>
        <Form id="host-form" method="get" action={sandboxHostPath} values={values}>
          <div className="host-choices">
            <AppChoices apps={loaderData.apps} />
            <PageChoices />
          </div>
          <Button>{t("open")}</Button>
        </Form>
      </Section>
      <Rich name="host-simulator" part={HostSimulator} given={shown} />
    </div>
  );
}

function AppChoices({ apps }: Pick<Chosen, "apps">) {
  const t = useTexts(hostTexts);
  const versions = [...new Set(Object.values(nativeCalls).map(({ since }) => since))].join(", ");
  const known = apps.map(({ app, brand, country }) => ({ value: app, label: `${app} · ${brand}, ${country}` }));
  const platforms = [
    { value: "ANDROID", label: "Android" },
    { value: "IOS", label: "iOS" },
  ];
  return (
    <>
      <Select required name="app" label={t("app")} options={[...known, { value: noSandboxApp, label: t("browser") }]} />
      <TextField
        required
        name="version"
        label={t("version")}
        hint={t("versionHint", { versions })}
        autoComplete="off"
        autoCapitalize="none"
      />
      <Select required name="platform" label={t("platform")} options={platforms} />
    </>
  );
}

function PageChoices() {
  const t = useTexts(hostTexts);
  const sizes = sandboxSizes.map((value) => ({ value, label: value === "768" ? t("tablet") : value }));
  const dresses = (["light", "dark"] as const).map((value) => ({ value, label: t(value) }));
  const bars = [
    { value: "hidden", label: t("barHidden") },
    { value: "shown", label: t("barShown") },
  ];
  const screens = hostScreens.map(({ path, needsLogin }) => ({
    value: path,
    label: needsLogin ? `${path} · ${t("login")}` : path,
  }));
  return (
    <>
      <Select required name="size" label={t("size")} options={sizes} />
      <Select required name="dress" label={t("dress")} options={dresses} />
      <Select required name="bar" label={t("bar")} options={bars} />
      <Select required name="lang" label={t("language")} options={languageNames} />
      <Select required name="screen" label={t("screen")} options={screens} />
      <TextField name="path" label={t("path")} hint={t("pathHint")} autoComplete="off" autoCapitalize="none" />
    </>
  );
}
