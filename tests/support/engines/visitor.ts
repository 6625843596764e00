/** A person at another browser: finds, types, ticks and presses, and waits until what was pressed has had its effect. */
import type { Engine } from "./engine.ts";

const patienceMilliseconds = 45_000;

export interface Visitor {
  engine: Engine;
  origin: string;
  open(path: string): Promise<void>;
  /** Runs in the page; what it takes and answers travels as JSON. */
  run<Sent, Reply>(act: (sent: Sent) => Reply, sent: Sent): Promise<Awaited<Reply>>;
  isThere(selector: string): Promise<boolean>;
  /** Waits for an element, on this page or the one that is coming. @throws after a while, with what the page says instead. */
  see(selector: string): Promise<void>;
  until(what: string, holds: () => Promise<boolean>): Promise<void>;
  type(name: string, value: string): Promise<void>;
  tick(selector: string): Promise<void>;
  select(name: string, value: string): Promise<void>;
  press(selector: string): Promise<void>;
  path(): Promise<string>;
  text(): Promise<string>;
}

export function visitorOf(engine: Engine, origin: string): Visitor {
  async function run<Sent, Reply>(act: (sent: Sent) => Reply, sent: Sent): Promise<Awaited<Reply>> {
    return (await engine.evaluate(`(${act.toString()})(${JSON.stringify(sent)})`)) as Awaited<Reply>;
  }
  const text = (): Promise<string> => run(() => document.querySelector("main")?.textContent ?? "", null);
  const path = (): Promise<string> => run(() => location.pathname + location.search, null);
  // Between two pages there is no document to ask.
  const isThere = (selector: string): Promise<boolean> =>
    run((wanted) => document.readyState !== "loading" && document.querySelector(wanted) !== null, selector).catch(
      () => false,
    );
  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + patienceMilliseconds;
    while (!(await holds())) {
      if (performance.now() > end)
        throw new Error(
          `${engine.name} waits for ${what} at ${await path()}, which says: ${(await text()).slice(0, 600)}`,
        );
      await new Promise((wait) => setTimeout(wait, 150));
    }
  }
  const see = (selector: string): Promise<void> => until(selector, () => isThere(selector));
  return {
    engine,
    origin,
    run,
    isThere,
    see,
    until,
    path,
    text,
    async open(wanted) {
      await engine.goto(origin + wanted);
      await see("main h1");
    },
    async type(name, value) {
      await see(`[name="${name}"]`);
      await run(
        (sent) => {
          const field = document.querySelector(`[name="${sent.name}"]`) as HTMLInputElement;
          field.focus();
          field.value = sent.value;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
        },
        { name, value },
      );
    },
    async tick(selector) {
      await see(selector);
      await run((wanted) => {
        const box = document.querySelector(wanted) as HTMLInputElement;
        if (!box.checked) box.click();
      }, selector);
    },
    async select(name, value) {
      await see(`[name="${name}"] option[value="${value}"]`);
      await run(
        (sent) => {
          const list = document.querySelector(`[name="${sent.name}"]`) as HTMLSelectElement;
          list.value = sent.value;
          list.dispatchEvent(new Event("input", { bubbles: true }));
          list.dispatchEvent(new Event("change", { bubbles: true }));
        },
        { name, value },
      );
    },
    async press(selector) {
      await see(selector);
      // After the answer has left the page: it may be gone in the same moment.
      await run(
        (wanted) => void setTimeout(() => (document.querySelector(wanted) as HTMLElement).click(), 0),
        selector,
      );
    },
  };
}
