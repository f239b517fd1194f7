import { runProgram } from './bundle.ts';

await runProgram('do-jobs');
