/** What a scenario found: what was counted, and what went wrong; it passed where nothing did, unless it was not run. */
export type Finding = { name: string; figures: Record<string, string | number>; problems: string[]; notRun?: string };

/** The time within which a share of calls was answered, in ms to a tenth; 0 of none. */
export function within(share: number, calls: readonly { readonly ms: number }[]): number {
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
}

const MAX_PROBLEMS = 10;

/** Prints findings as one table with their figures as columns, then what went wrong in each. */
export function print(title: string, findings: readonly Finding[]): void {
  const columns = [...new Set(findings.flatMap(({ figures }) => Object.keys(figures)))];
  const rows = [
    ['', ...columns, ''],
    ...findings.map(({ name, figures, problems, notRun }) => [
      name,
      ...columns.map((column) => String(figures[column] ?? '')),
      problems.length > 0 ? 'FAILED' : notRun === undefined ? 'ok' : `not run: ${notRun}`,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  process.stdout.write(`\n${title}\n${rows.map(line).join('\n')}\n`);
  for (const { name, problems } of findings) {
    for (const problem of problems.slice(0, MAX_PROBLEMS)) process.stdout.write(`  ${name}: ${problem}\n`);
    if (problems.length > MAX_PROBLEMS)
      process.stdout.write(`  ${name}: … and ${problems.length - MAX_PROBLEMS} more\n`);
  }
}
