import { Button } from '@mantine/core';
import type { Kind } from './kinds.ts';

/** Downloads of a whole list. */
export const ExportLinks = ({ kind }: { kind: Kind }) => (
  <>
    <Button component="a" href={`/app/records/${kind}.csv`} download variant="default">
      Export as CSV
    </Button>
    <Button component="a" href={`/app/records/${kind}.json`} download variant="default">
      As JSON
    </Button>
  </>
);
