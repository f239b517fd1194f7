import { turnsQueue } from '../jobs/take-turns.ts';

/** Looks for large undos to go on with. */
export const undoing = turnsQueue('run-undos');
