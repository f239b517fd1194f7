import { turnsQueue } from '../jobs/take-turns.ts';

/** Looks for workspaces to go on restoring. */
export const restoring = turnsQueue('run-restores');
