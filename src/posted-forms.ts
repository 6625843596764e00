/** Reads the form that was posted to a page, within what its screen takes. */
import { matchPath, type ServerBuild } from "react-router";
import { refusalBefore, type Api } from "#server/call/pipeline.ts";
import { BodyUnreadable, readForm } from "#server/http/bodies.ts";
import { formLimits, pageFormLimits } from "#server/http/body-limits.ts";
import type { Caller } from "#server/call/caller.ts";
import { errorPage } from "#server/http/error-page.ts";
import { BodyTooLarge, type HttpRequest, type HttpResponse } from "#server/http/exchange.ts";
import type { Call } from "#shared/contract.ts";
import { loginPath } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";

export interface PostedFormsInput {
  api: Api;
  build: () => Promise<ServerBuild>;
  mode: string;
}
/** The form; null for another body, which no screen reads. Or the final answer. */
type Posted = { form: FormData | null } | HttpResponse;

/**
 * Files and long texts are accepted only from callers who may make one of the calls of the screen's upload forms. Other
 * callers' forms are read as any other: 64 KB of fields; a larger one leads to the login before it is read.
 */
export function postedForms(
  input: PostedFormsInput,
): (request: HttpRequest, url: URL, caller: Caller) => Promise<Posted> {
  const uploads = uploadCalls(input);
  return async (request, url, caller) => {
    const path = url.pathname.replace(/\.data$/, "");
    const calls = await uploads(path);
    const refusals = await Promise.all(calls.map((call) => refusalBefore(input.api, call, caller)));
    const open = calls.filter((_call, n) => refusals[n] === null);
    const limits = open.length > 0 ? formLimits(open) : pageFormLimits;
    try {
      const form = await readForm(request, limits);
      // An upload takes minutes on a bad network, and rights may have ended in that time.
      if (limits.takesFiles) caller.forgetSessions();
      return { form };
    } catch (error) {
      if (!(error instanceof BodyTooLarge || error instanceof BodyUnreadable)) throw error;
      const loginCall = calls.find((_call, n) => refusals[n]?.envelope.status.code === "NOT_LOGGED_IN");
      if (open.length === 0 && loginCall)
        return { status: 303, headers: { location: loginPath(loginCall, path + url.search) }, body: null };
      return errorPage(caller, error instanceof BodyTooLarge ? "BODY_TOO_LARGE" : "BODY_UNREADABLE", url.pathname);
    }
  };
}

/** The calls that the screen at a path makes from its upload forms; none for every other path. */
type UploadCalls = (path: string) => readonly Call[];

/** While developing, the build changes under the server. */
function uploadCalls({ build, mode }: PostedFormsInput): (path: string) => Promise<readonly Call[]> {
  let known: Promise<UploadCalls> | undefined;
  return async (path) =>
    mode === "production" ? (await (known ??= build().then(uploadCallsOf)))(path) : uploadCallsOf(await build())(path);
}

function uploadCallsOf({ routes }: ServerBuild): UploadCalls {
  const screens = Object.values(routes).flatMap((route) => {
    const calls = (route?.module["handle"] as ScreenHandle | undefined)?.uploads;
    if (!route || !calls) return [];
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
      if (at.path) parts.unshift(at.path);
    return [{ path: `/${parts.join("/")}`, caseSensitive: true, calls: calls as readonly Call[] }];
  });
  return (path) => screens.find((screen) => matchPath(screen, path) !== null)?.calls ?? [];
}
