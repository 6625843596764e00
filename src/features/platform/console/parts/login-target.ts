import { safePath } from "#shared/safe-url.ts";

/** The page of the console that a login was asked for; its home for anything else. */
export function loginTarget(next: string | null): string {
  const path = safePath(next ?? "");
  return path && path.length <= 500 && /^\/staff(?:[/?]|$)/.test(path) && !/^\/staff\/(?:login|join|logout)/.test(path)
    ? path
    : "/staff";
}

/** After a login: the page that was asked for, or the login page, which says that the browser keeps no cookies. */
export function afterLogin(request: Request, next: string | null): string {
  const target = loginTarget(next);
  return request.headers.has("cookie") ? target : `/staff/login?${new URLSearchParams({ entered: "1", next: target })}`;
}
