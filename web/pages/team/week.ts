/** How a week compares with the one before. */
export const comparedWith = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? 'same as last week' : 'none last week';
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? 'same as last week' : `${change > 0 ? '+' : '−'}${Math.abs(change)} % compared with last week`;
};
