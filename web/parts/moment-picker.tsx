import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Whole = lazy(async () => ({ default: (await import('./moment-picker-whole.tsx')).MomentPickerWhole }));

export type MomentPickerProps = {
  label: string;
  description?: string;
  placeholder?: string;
  clearable?: boolean;
  value: Date | null;
  minDate?: Date;
  /** The moment as the reader's clock shows it, `2026-03-01 09:30:00`; null when it was cleared. */
  onChange(value: string | null): void;
};

/** Picks a moment. Fetched when it is first needed; its room is kept until then. */
export const MomentPicker = (props: MomentPickerProps) => (
  <Suspense
    fallback={
      <Input.Wrapper label={props.label} description={props.description}>
        <Skeleton height={36} />
      </Input.Wrapper>
    }
  >
    <Whole {...props} />
  </Suspense>
);
