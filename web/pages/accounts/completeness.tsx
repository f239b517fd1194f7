import classes from './completeness.module.css';

/** How many of the eight MEDDPICC dimensions are known. */
export function Completeness({ known }: { known: number | null }) {
  if (known === null) return null;
  return (
    <span className={classes['bar']} role="img" aria-label={`${known} of 8 dimensions known`}>
      {Array.from({ length: 8 }, (_, index) => (
        <i key={index} data-known={index < known ? true : undefined} />
      ))}
      <span aria-hidden>{known}/8</span>
    </span>
  );
}
