import type { ReactNode } from "react";
import type { Language } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

export type NoticeKind = "info" | "attention" | "bad" | "ok";
const signs = {
  info: "M10 9v5M10 6v.1",
  attention: "M10 5.5v5.5M10 14v.1",
  bad: "M10 5.5v5.5M10 14v.1",
  ok: "M6 10.3l2.7 2.7 5.3-6",
} as const;
const words = { info: "information", attention: "attention", bad: "problem", ok: "success" } as const;

/**
 * A message in place. `attention` is for risks and deadlines; `bad` and `ok` are for results. With `live` a screen
 * reader announces it at once, for messages that appear after an action.
 */
export function Notice({
  kind = "info",
  title,
  live,
  children,
}: {
  kind?: NoticeKind;
  title?: ReactNode;
  live?: boolean;
  children?: ReactNode;
}) {
  const language = useLanguage();
  return (
    <div
      className={kind === "info" ? "notice" : `notice notice-${kind}`}
      role={live ? (kind === "bad" ? "alert" : "status") : undefined}
    >
      <NoticeSign kind={kind} />
      <div className="notice-words">
        {title !== undefined && <strong>{children ? sentence(title, language) : title}</strong>} {children}
      </div>
    </div>
  );
}

/** The words of a notice follow its title on the same line: it ends as a sentence does. */
const sentence = (title: ReactNode, language: Language): ReactNode =>
  typeof title === "string" && !/[.!?:…。！？：]$/u.test(title) ? `${title}${language === "zh" ? "。" : "."}` : title;

/** The round sign of a notice, with its meaning in words for screen readers. */
export function NoticeSign({ kind }: { kind: NoticeKind }) {
  const t = useTexts(kitTexts);
  return (
    <svg className="notice-sign" width={20} height={20} viewBox="0 0 20 20" role="img" aria-label={t(words[kind])}>
      <circle cx={10} cy={10} r={10} />
      <path d={signs[kind]} />
    </svg>
  );
}
