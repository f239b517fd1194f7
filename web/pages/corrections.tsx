import { Stack } from '@mantine/core';
import { To } from '../parts/link.tsx';
import { Page } from '../parts/page.tsx';
import { Protection } from '../parts/protection.tsx';
import { ProposedValues } from './accounts/proposed-values.tsx';
import { Withdrawn } from './accounts/withdrawn.tsx';

/** What agents would change of people's values, and what was taken back. */
export function Corrections() {
  return (
    <Page
      title="Corrections"
      about={
        <>
          Values that agents propose in place of yours, and what they took back. Nothing is deleted: you can restore
          what was withdrawn. Records that agents take for the same are under <To to="/duplicates">Duplicates</To>.
        </>
      }
    >
      <Stack gap="lg">
        <ProposedValues />
        <Withdrawn />
        <Protection />
      </Stack>
    </Page>
  );
}
