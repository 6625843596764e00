/** Commands and their answers over a socket, as Chromium's own protocol and WebDriver BiDi both have them: numbered JSON each way. */

export interface Wire {
  /** @throws with what the browser says of a command that failed. */
  ask<Answer>(method: string, params: object): Promise<Answer>;
  close(): void;
}

/** @param hear is given what the browser tells unasked. */
export async function openWire(
  address: string,
  hear: (method: string, params: Record<string, unknown>) => void,
): Promise<Wire> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { done: (answer: unknown) => void; failed: (error: Error) => void }>();
  let asked = 0;
  await new Promise<void>((opened, failed) => {
    socket.onopen = () => opened();
    socket.onerror = () => failed(new Error(`Nobody listens at ${address}.`));
  });
  socket.onclose = () => {
    for (const { failed } of waiting.values()) failed(new Error("The browser has gone."));
  };
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(String(data));
    const { id, method, params, result, error, message } = told;
    const asker = id === undefined || id === null ? undefined : waiting.get(id);
    if (!asker) return void (method && hear(method, params));
    waiting.delete(id);
    // Chromium's error is an object, that of BiDi a word beside its message.
    if (error) asker.failed(new Error(message ?? error.message ?? String(error)));
    else asker.done(result);
  };
  return {
    ask: <Answer>(method: string, params: object) =>
      new Promise<Answer>((done, failed) => {
        const id = ++asked;
        waiting.set(id, { done: done as (answer: unknown) => void, failed });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
