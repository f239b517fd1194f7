import { runProgram } from './bundle.ts';

await runProgram('prepare-start');
