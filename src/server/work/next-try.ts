/** The next try of a row at which a sweep failed: after a growing delay, so that failing rows do not block others. */
const firstSeconds = 60;
const maxSeconds = 6 * 3600;

/** `failures`: how many came before this one. One minute, two, four … at most six hours, or `most`. */
export function nextTry(now: Date, failures: number, most = maxSeconds): Date {
  const seconds = Math.min(most, firstSeconds * 2 ** Math.min(failures, 20));
  return new Date(now.getTime() + seconds * 1000);
}
