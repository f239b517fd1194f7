/** Every node's targets. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The groups of nodes that reach one another (Tarjan's algorithm), each sorted, in the order of their first names. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  const visit = (node: string) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) visit(target);
      if (onStack.has(target)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(target)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group: string[] = [];
    let last: string;
    do {
      last = stack.pop()!;
      onStack.delete(last);
      group.push(last);
    } while (last !== node);
    if (group.length > 1 || graph.get(node)?.has(node)) circles.push(group.toSorted());
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
