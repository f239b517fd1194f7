import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { diffLines, hunksOf } from '../../parts/diff.ts';
import classes from './scope.module.css';

/** What changed between two texts, line by line. */
export function Diff({ before, after }: { before: string; after: string }) {
  const hunks = useMemo(() => hunksOf(diffLines(before, after)), [before, after]);
  if (before === after) {
    return (
      <Text size="sm" c="dimmed">
        The two versions are identical.
      </Text>
    );
  }
  return (
    <div className={classes['diff']} tabIndex={0} role="region" aria-label="Changes">
      {hunks.map((hunk, index) =>
        'skipped' in hunk ? (
          <div key={index} className={classes['skipped']}>
            {hunk.skipped === 1 ? '1 unchanged line' : `${hunk.skipped} unchanged lines`}
          </div>
        ) : (
          <pre key={index}>
            {hunk.lines.map(({ kind, text }, line) => (
              <div key={line} data-kind={kind}>
                <span aria-label={kind === 'same' ? undefined : kind}>
                  {kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}
                </span>
                {text}
              </div>
            ))}
          </pre>
        ),
      )}
    </div>
  );
}
