/** Replaces each `{name}` in SQL by a numbered parameter of its type. @returns the names in the order of `$1`, `$2`, … */
export function numbered<Name extends string>(
  sql: string,
  types: Readonly<Record<Name, string>>,
): { text: string; parameters: Name[] } {
  const parameters: Name[] = [];
  const text = sql.replaceAll(/\{([a-z_]+)\}/g, (_, name: Name) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}::${types[name]}`;
  });
  return { text, parameters };
}
