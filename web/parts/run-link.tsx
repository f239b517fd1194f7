import { To } from './link.tsx';

/** The end of an id, which tells it from its neighbours; its beginning is the time. */
const SHOWN = 8;

/** A link to a run that is known by its ref alone. */
export const RunLink = ({ runRef }: { runRef: string }) => (
  <To
    to="/runs/$runRef"
    params={{ runRef }}
    size="xs"
    className="mono"
    title={runRef}
    aria-label={`Run ${runRef}`}
    style={{ whiteSpace: 'nowrap' }}
  >
    {runRef.length > SHOWN ? `…${runRef.slice(-SHOWN)}` : runRef}
  </To>
);

/** The column of a table that says in which run something came about. */
export const runColumn = {
  name: 'Run',
  cell: ({ run_ref }: { run_ref: string | null }) => run_ref !== null && <RunLink runRef={run_ref} />,
};
