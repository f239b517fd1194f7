import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import type { MomentPickerProps } from './moment-picker.tsx';

export const MomentPickerWhole = ({ onChange, ...props }: MomentPickerProps) => (
  <DateTimePicker {...props} onChange={(value) => onChange(typeof value === 'string' ? value : null)} />
);
