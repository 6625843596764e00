/** Messages between the host simulator and the port in its framed page (`host-port.ts`), both of one origin. */

/** `loads`: a new document, which waits for `ready`. `entered`: the document has been read. `asked`: text for the app. `sent`: a request that left by script, status 0 without an answer. `failed`: a script error. */
export type FromFrame =
  | { simulated: "loads" }
  | { simulated: "entered"; path: string; title: string }
  | { simulated: "asked"; text: string }
  | {
      simulated: "sent";
      method: string;
      path: string;
      status: number;
      headers: Record<string, string>;
      body: string;
    }
  | { simulated: "failed"; text: string };

/** `ready`: the simulator listens. `says`: a message of the app. */
export type ToFrame = { simulator: "ready" } | { simulator: "says"; text: string };
