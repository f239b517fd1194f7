import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import type { MomentPickerProps } from './moment-picker-props.ts';

export const MomentPickerCalendar = ({ onChange, ...props }: MomentPickerProps) => (
  <DateTimePicker
    {...props}
    hideOutsideDates
    weekendDays={[]}
    // What opens is named by the field it belongs to.
    popoverProps={{ withRoles: false }}
    ariaLabels={{
      previousMonth: 'Month before',
      nextMonth: 'Next month',
      previousYear: 'Year before',
      nextYear: 'Next year',
    }}
    submitButtonProps={{ 'aria-label': 'Take this moment' }}
    clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
    onChange={(value) => onChange(typeof value === 'string' ? value : null)}
  />
);
