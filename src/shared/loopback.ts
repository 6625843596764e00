/** The names under which a machine reaches itself: such requests never leave it. */

const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

export const isLoopbackName = (hostname: string): boolean => loopbackName.test(hostname);

/** Whether this origin is plain http of this machine, such as `http://localhost:3000`. */
export const isLoopbackHttp = (origin: string): boolean =>
  origin.startsWith("http://") && isLoopbackName(origin.slice("http://".length).replace(/:\d+$/, ""));
