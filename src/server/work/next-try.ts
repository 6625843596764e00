/** When a row is tried again at which a sweep failed: later each time, so that rows that fail do not keep others waiting. */
const firstSeconds = 60;
const maxSeconds = 6 * 3600;

/** `failures`: how many came before this one. One minute, two, four … at most six hours, or as said. */
export function nextTry(now: Date, failures: number, most = maxSeconds): Date {
  const seconds = Math.min(most, firstSeconds * 2 ** Math.min(failures, 20));
  return new Date(now.getTime() + seconds * 1000);
}
