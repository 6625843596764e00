/** Fails some seconds after the load, in the way that was chosen. */
import { useEffect, useState } from "react";
import { useTexts } from "#web/language.tsx";
import type { RichProps } from "#web/rich/rich.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { errorDelaySeconds, errorPath, failOnPurpose, wordsOfError, type ErrorKind } from "../error-contract.ts";
import { errorTexts } from "./error-texts.ts";

export default function TestError({ kind, call }: RichProps<{ kind: ErrorKind }>) {
  const t = useTexts(errorTexts);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const fail: Record<ErrorKind, () => void> = {
      script: () => {
        throw new Error(wordsOfError(kind));
      },
      promise: () => void Promise.reject(new Error(wordsOfError(kind))),
      call: () => void call(failOnPurpose, {}).catch(() => {}),
      render: () => setBroken(true),
      server: () => location.assign(`${errorPath}?kind=${kind}&now=1`),
    };
    const timer = window.setTimeout(fail[kind], errorDelaySeconds * 1000);
    return () => window.clearTimeout(timer);
  }, [kind, call]);
  if (isBroken) throw new Error(wordsOfError(kind));
  return <Notice kind="info" title={t("waits", { kind: t(kind) })} />;
}
