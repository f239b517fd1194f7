import { Alert, Button, Stack, Text } from '@mantine/core';
import { diffLines } from '../../parts/diff.ts';
import { named } from '../../parts/invisible.tsx';
import { spaced } from '../../parts/words.ts';
import type { Draft } from './draft-data.ts';
import classes from './draft.module.css';
import { destinationOf } from './item.ts';

/** Everything that is sent with a draft, and where to, line by line. */
const textOf = (draft: Draft) =>
  [draft.title ?? '', '', draft.body, '', ...destinationOf(draft).map(([field, text]) => `${spaced(field)}: ${text}`)]
    .join('\n')
    .trim();

/** What changed since the version being read, and the way to the new one. */
export function VersionConflict({ seen, now, onShow }: { seen: Draft; now: Draft; onShow: () => void }) {
  const lines = diffLines(named(textOf(seen)), named(textOf(now)));
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      title={`Changed while you were reading: version ${seen.version} was replaced by version ${now.version}`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">The version below can no longer be approved. This is what changed:</Text>
        <div className={classes['diff']}>
          {lines
            .filter(({ kind }) => kind !== 'same')
            .map(({ kind, text }, index) => (
              <div key={index} data-kind={kind}>
                {kind === 'added' ? '+ ' : '− '}
                {text}
              </div>
            ))}
        </div>
        <Button size="xs" onClick={onShow}>
          Show version {now.version}
        </Button>
      </Stack>
    </Alert>
  );
}
