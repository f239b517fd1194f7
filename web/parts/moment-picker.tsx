import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { MomentPickerProps } from './moment-picker-props.ts';

const Calendar = lazy(async () => ({ default: (await import('./moment-picker-calendar.tsx')).MomentPickerCalendar }));

/** Picks a moment. The calendar is fetched when first needed; a placeholder of its size stands until then. */
export const MomentPicker = (props: MomentPickerProps) => (
  <Suspense
    fallback={
      <Input.Wrapper label={props.label} description={props.description}>
        <Skeleton height={36} />
      </Input.Wrapper>
    }
  >
    <Calendar {...props} />
  </Suspense>
);
