/** When a row is tried again at which a sweep failed: later each time, so that rows that fail do not keep others waiting. */
const firstSeconds = 60;
const maxSeconds = 6 * 3600;

/** `failures`: how many came before this one. One minute, two, four … at most six hours. */
export function nextTry(now: Date, failures: number): Date {
  const seconds = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(failures, 20));
  return new Date(now.getTime() + seconds * 1000);
}
