export type MomentPickerProps = {
  label: string;
  description?: string;
  error?: string | undefined;
  placeholder?: string;
  clearable?: boolean;
  value: Date | null;
  minDate?: Date;
  /** The moment as the reader's clock shows it, `2026-03-01 09:30:00`; null when it was cleared. */
  onChange(value: string | null): void;
};
