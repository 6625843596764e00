/**
 * The script for screens with file fields, fetched when there is one: photos are previewed, made smaller on the phone,
 * and sent with progress. Until it has loaded, and without it, the form is sent natively.
 */
import type { UploadInput } from "./sending.ts";
import { all, near, on } from "./page.ts";
import { isLogin, forgetStoredTries } from "./sent.ts";

/** A photo is made smaller until its longer side has this length, or its shorter one, which keeps a long screenshot readable. */
const longerSidePixels = 1600;
const shorterSidePixels = 1080;
/** The size that every supported browser can draw at once. */
const sentPixels = 12_000_000;
const jpegQuality = 0.85;
/** An upload without progress for this long, or without an answer for this long, is given up. */
const patienceMilliseconds = 20_000;

const fileFields = (form: HTMLFormElement): HTMLInputElement[] => all<HTMLInputElement>("input[type=file]", form);
const hasFiles = (form: HTMLFormElement): boolean => fileFields(form).some((field) => field.files?.length);

/**
 * The picture as a smaller JPEG, or the file itself when that is not smaller or the browser cannot read it. An `<img>`
 * reads it, because every supported browser then applies the camera's rotation: `createImageBitmap` throws below Chrome
 * 111 with that option, and without it behaves differently in each browser. // docs/decisions/182
 */
async function smaller(file: File): Promise<File> {
  if (!/^image\/(jpe?g|png|webp)$/.test(file.type)) return file;
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    const [shorter, longer] = [naturalWidth, naturalHeight].sort((a, b) => a - b) as [number, number];
    const bySides = Math.max(longerSidePixels / longer, shorterSidePixels / shorter);
    const scale = Math.min(1, bySides, Math.sqrt(sentPixels / (shorter * longer)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(naturalWidth * scale);
    canvas.height = Math.round(naturalHeight * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", jpegQuality));
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" })
      : file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** Sends a form with files. Resolves when the answer is shown or on its way; rejects when the network failed. */
async function upload(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const data = new FormData(form);
  const { name, value } = (submitter ?? {}) as HTMLButtonElement;
  if (name) data.append(name, value);
  for (const field of fileFields(form)) {
    if (!field.name || field.disabled) continue;
    const files = await Promise.all([...(field.files ?? [])].map(smaller));
    if (!files.length) continue;
    data.delete(field.name);
    for (const file of files) data.append(field.name, file);
  }
  const address = submitter?.getAttribute("formaction") || form.action;
  const answer = await post(address, data, (part) => {
    for (const bar of all<HTMLProgressElement>("[data-upload-progress]", form)) {
      bar.hidden = false;
      bar.value = part * (bar.max || 1);
    }
  });
  show(answer, new URL(address, location.href));
}

function post(url: string, data: FormData, progress: (part: number) => void): Promise<XMLHttpRequest> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Accept", "text/html");
    let waiting = 0;
    const goOn = (): void => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => request.abort(), patienceMilliseconds);
    };
    request.upload.onprogress = (event) => {
      goOn();
      progress(event.loaded / event.total);
    };
    request.onload = () => done(request);
    request.onerror = request.onabort = fail;
    request.onloadend = () => clearTimeout(waiting);
    goOn();
    request.send(data);
  });
}

/** The browser itself follows a redirect; the same page with its problems replaces the current content. */
function show(answer: XMLHttpRequest, requestUrl: URL): void {
  const there = new URL(answer.responseURL);
  // The answer's own style carries its own nonce: parsed here it would only be reported as refused.
  const styles = /<style[^>]*>([^]*?)<\/style>/;
  const css = styles.exec(answer.responseText)?.[1];
  const page = new DOMParser().parseFromString(answer.responseText.replace(styles, ""), "text/html");
  const main = page.querySelector("main");
  // A proxy's own words for a server that is unavailable answer nothing: the photos stay chosen for another try.
  if (!main && answer.status >= 500) throw answer;
  if (!isLogin(there.pathname)) forgetStoredTries(location.pathname);
  // Another step of the same page has its own address, and so an entry in the history.
  const isMoved =
    there.pathname !== location.pathname || (there.href !== requestUrl.href && there.search !== location.search);
  if (!main || there.origin !== location.origin || isMoved) {
    location.assign(there.origin === location.origin ? there.href : location.href);
    return;
  }
  for (const script of all("script", main)) script.remove();
  // The page has only the style rules that it uses; the answer may need others. The style keeps its nonce.
  const style = document.querySelector("style");
  if (style && css) style.textContent = css;
  document.querySelector("main")?.replaceWith(document.adoptNode(main));
  document.dispatchEvent(new Event("tunai:swapped"));
}

/** Marks in the page that a file is chosen and not stored yet: links that would lose it are then hidden. */
const sayChosen = (): unknown =>
  document.documentElement.toggleAttribute("data-chosen", all<HTMLFormElement>("form").some(hasFiles));
/** Sends a form at once when choosing a file is its only action, so that leaving the page loses nothing. */
function sendAtOnce(form: HTMLFormElement | null): void {
  if (form?.matches("[data-send-at-once]") && hasFiles(form)) form.requestSubmit();
}

// The page's own texts replace the field's, which are in the browser's language.
document.documentElement.dataset["uploads"] = "";
document.addEventListener("tunai:upload", (event) => {
  const { form, submitter, failed } = (event as CustomEvent<UploadInput>).detail;
  if (form.method !== "post" || !hasFiles(form)) return;
  event.preventDefault();
  upload(form, submitter).catch((answer: unknown) => failed(form, answer));
});
document.addEventListener("tunai:swapped", sayChosen);
sayChosen();
// A file chosen before this script ran. A file that the browser restores with the page was sent from it before.
const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (arrival?.type === "navigate") all<HTMLFormElement>("form").forEach(sendAtOnce);

on("change", "input[type=file]", (element) => {
  const field = element as HTMLInputElement;
  showChosen(field);
  sayChosen();
  sendAtOnce(field.form);
});

function showChosen(field: HTMLInputElement): void {
  const preview = near(field, "[data-preview]");
  if (!preview) return;
  for (const old of all<HTMLImageElement>("img", preview)) URL.revokeObjectURL(old.src);
  const pictures = [...(field.files ?? [])].map((file) => {
    if (!file.type.startsWith("image/")) return document.createTextNode(file.name);
    const picture = new Image();
    picture.src = URL.createObjectURL(file);
    picture.alt = file.name;
    return picture;
  });
  preview.replaceChildren(...pictures);
  preview.hidden = !pictures.length;
}
