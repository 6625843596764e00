/**
 * Queues long work so that each piece gets its own turn of the loop. Node accepts one new connection per turn: if one
 * turn draws twenty pages, a flood's connections wait for seconds even to be refused. // Threat H9
 */

const waiting: (() => void)[] = [];

/** Waits for a turn of the loop in which no other long work starts. First come, first served; an idle loop turns at once. */
export function ownTurn(): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push(begin) === 1) setImmediate(beginNext);
  });
}

function beginNext(): void {
  const begin = waiting.shift();
  // Requests made by the work that starts here are handled in the turn after this one.
  if (waiting.length > 0) setImmediate(beginNext);
  begin?.();
}
