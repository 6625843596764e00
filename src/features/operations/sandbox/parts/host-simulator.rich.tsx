/** The simulated app around a framed page: its screen, its answers, and the record of all that passes between them. */
import { useState, type ReactNode } from "react";
import { nativeCalls } from "#shared/native-messages.ts";
import type { SandboxHost } from "#shared/sandbox-host.ts";
import { useTexts } from "#web/language.tsx";
import type { RichProps } from "#web/rich/rich.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { answerKinds, eventTemplates, nativeCallNames, type AnswerKind } from "./host-answers.ts";
import { useHostRun, type HostLogEntry } from "./host-run.ts";
import { hostTexts } from "./host-texts.ts";

export interface HostShown {
  /** Null: a plain browser. */
  host: SandboxHost | null;
  size: string;
  dress: string;
  /** Own path of the framed page. */
  src: string;
}

export default function HostSimulator({ host, size, dress, src }: RichProps<HostShown>) {
  const t = useTexts(hostTexts);
  const { frame, entries, clear, title, answers, choose, say } = useHostRun(host?.version ?? "");
  const name = host ? t("frameOf", { app: host.app, version: host.version }) : t("browser");
  const save = (): void =>
    saveAs(`host-${host?.app ?? "browser"}-${host?.version ?? ""}.json`, {
      host,
      size,
      dress,
      src,
      entries: [...entries].reverse(),
    });
  return (
    <div className="host-work">
      <Section heading={t("frame")}>
        <div className="host-device" tabIndex={0} role="group" aria-label={t("frame")}>
          <div className={`host-phone host-phone-${size}`}>
            <p className="host-title">{title || name}</p>
            <iframe ref={frame} className="host-view" name={dress} title={name} src={src} />
          </div>
        </div>
        <noscript>
          <Small>{t("unscripted")}</Small>
        </noscript>
        <Act onClick={() => frame.current?.contentWindow?.location.reload()}>{t("reload")}</Act>
      </Section>
      <Stack gap="loose">
        <Section heading={t("messages")}>
          <Log entries={entries}>
            <Act onClick={save}>{t("save")}</Act>
            <Act onClick={clear}>{t("clear")}</Act>
          </Log>
        </Section>
        <Disclosure summary={t("answers")}>
          <Stack>
            <Small>{t("answersLead")}</Small>
            <div className="host-answers">
              <AnswerChoice label={t("all")} onChoose={choose} />
              {nativeCallNames.map((call) => (
                <AnswerChoice
                  key={call}
                  label={`${call} (${t("since", { version: nativeCalls[call].since })})`}
                  value={answers[call] ?? "OK"}
                  onChoose={(kind) => choose(kind, call)}
                />
              ))}
            </div>
          </Stack>
        </Disclosure>
        <Disclosure summary={t("send")}>
          <Sender onSend={say} />
        </Disclosure>
      </Stack>
    </div>
  );
}

/** Downloads a JSON file in the browser. */
function saveAs(fileName: string, content: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Act({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <span onClick={onClick}>
      <Button type="button" kind="secondary" compact>
        {children}
      </Button>
    </span>
  );
}

const isFault = ({ kind, verdict }: HostLogEntry): boolean =>
  kind === "failed" || (verdict !== null && verdict.is !== "OK");

function Log({ entries, children }: { entries: readonly HostLogEntry[]; children: ReactNode }) {
  const t = useTexts(hostTexts);
  const count = (...kinds: HostLogEntry["kind"][]): number => entries.filter(({ kind }) => kinds.includes(kind)).length;
  if (entries.length === 0) return <p>{t("none")}</p>;
  return (
    <>
      <Small>
        {t("count", {
          messages: count("fromPage", "fromApp"),
          requests: count("network"),
          faults: entries.filter(isFault).length,
        })}
      </Small>
      <InlineRow>{children}</InlineRow>
      <ol className="host-log" tabIndex={0} aria-label={t("messages")}>
        {entries.map((entry, n) => (
          <LogLine key={entries.length - n} {...entry} />
        ))}
      </ol>
    </>
  );
}

function LogLine(entry: HostLogEntry) {
  const t = useTexts(hostTexts);
  const { at, kind, name, text, verdict } = entry;
  return (
    <li className={`host-line host-line-${kind}`}>
      <details>
        <summary>
          <span className="host-at">{Math.round(at)} ms</span>
          <span className="host-kind">{t(kind)}</span>
          <strong className="host-name">{name}</strong>
          {verdict && <Badge kind={isFault(entry) ? "bad" : "ok"}>{t(verdict.is, { at: verdict.at })}</Badge>}
          {kind === "failed" && <Badge kind="bad">{text.slice(0, 80)}</Badge>}
        </summary>
        <pre className="sandbox-example">{pretty(text)}</pre>
      </details>
    </li>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function AnswerChoice({
  label,
  value,
  onChoose,
}: {
  label: string;
  value?: AnswerKind;
  onChoose: (kind: AnswerKind) => void;
}) {
  const t = useTexts(hostTexts);
  const words = (kind: AnswerKind): string => {
    const key = `answer${kind}` as keyof typeof hostTexts;
    return key in hostTexts ? t(key as "answerOK") : kind;
  };
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select
        className="input"
        value={value ?? ""}
        onChange={({ target }) => target.value !== "" && onChoose(target.value as AnswerKind)}
      >
        {value === undefined && <option value="">–</option>}
        {answerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {words(kind)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Sender({ onSend }: { onSend: (text: string) => void }) {
  const t = useTexts(hostTexts);
  const [text, setText] = useState(JSON.stringify(eventTemplates[0]));
  return (
    <Stack>
      <Small>{t("sendLead")}</Small>
      <label className="field">
        <span className="field-label">{t("event")}</span>
        <select className="input" onChange={({ target }) => setText(target.value)}>
          {eventTemplates.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {one.event}
              {"online" in one.data ? ` ${one.data.online ? "online" : "offline"}` : ""}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{t("text")}</span>
        <textarea
          className="input host-text"
          rows={4}
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <span onClick={() => onSend(text)}>
        <Button type="button" kind="secondary" compact>
          {t("send")}
        </Button>
      </span>
    </Stack>
  );
}
