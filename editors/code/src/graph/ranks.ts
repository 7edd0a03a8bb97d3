/** One thing before another, by their numbers. */
export type Pair = readonly [from: number, to: number];

/**
 * The column of each thing, so that what comes first stands further left. Where things come before each other in a
 * circle, the pair that closes the circle is left out.
 */
export function ranks(ids: readonly number[], pairs: readonly Pair[]): Map<number, number> {
  const after = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const [from, to] of pairs) {
    if (from !== to && after.has(to)) {
      after.get(from)?.push(to);
    }
  }
  const rank = new Map<number, number>(ids.map((id) => [id, 0]));
  // Each thing after all that comes before it.
  for (const id of inOrder(ids, after)) {
    for (const next of after.get(id) ?? []) {
      rank.set(next, Math.max(rank.get(next) ?? 0, (rank.get(id) ?? 0) + 1));
    }
  }
  return rank;
}

/** All things in an order in which the pairs point forward; takes away the pairs that close circles. */
function inOrder(ids: readonly number[], after: Map<number, number[]>): number[] {
  const done = new Set<number>();
  const open = new Set<number>();
  const order: number[] = [];
  for (const start of ids) {
    const stack: { id: number; next: number }[] = [];
    const enter = (id: number) => {
      open.add(id);
      stack.push({ id, next: 0 });
    };
    if (!done.has(start)) {
      enter(start);
    }
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const followers = after.get(top.id) ?? [];
      const next = followers[top.next];
      if (next === undefined) {
        open.delete(top.id);
        done.add(top.id);
        order.push(top.id);
        stack.pop();
      } else if (open.has(next)) {
        followers.splice(top.next, 1);
      } else {
        top.next += 1;
        if (!done.has(next)) {
          enter(next);
        }
      }
    }
  }
  return order.reverse();
}

/** The things of each column, with those near each other that belong together. */
export function columns(ids: readonly number[], rank: ReadonlyMap<number, number>, pairs: readonly Pair[]): number[][] {
  const SWEEPS = 4;
  const all: number[][] = [];
  for (const id of ids) {
    (all[rank.get(id) ?? 0] ??= []).push(id);
  }
  const neighbours = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const [from, to] of pairs) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const place = new Map<number, number>();
  const number = (column: number[]) => column.forEach((id, index) => place.set(id, index));
  all.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forward = sweep % 2 === 0;
    for (const column of forward ? all : [...all].reverse()) {
      const weight = new Map(column.map((id) => [id, middle(id, forward)]));
      column.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
      number(column);
    }
  }
  return all;

  function middle(id: number, forward: boolean): number {
    const own = rank.get(id) ?? 0;
    const before = (neighbours.get(id) ?? []).filter((other) => {
      const theirs = rank.get(other);
      return theirs !== undefined && (forward ? theirs < own : theirs > own);
    });
    const sum = before.reduce((total, other) => total + (place.get(other) ?? 0), 0);
    return before.length > 0 ? sum / before.length : place.get(id) ?? 0;
  }
}
