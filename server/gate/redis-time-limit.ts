/** The longest a call waits for Redis, in milliseconds; then it is counted in the process. */
export const COMMAND_MS = 50;
