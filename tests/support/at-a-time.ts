/** Runs all works, so many at a time; answers what they answered, in their order. */
export async function atATime<Result>(lanes: number, works: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(lanes, works.length) }, async () => {
      while (next < works.length) {
        const index = next++;
        results[index] = await works[index]!();
      }
    }),
  );
  return results;
}
