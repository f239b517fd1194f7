import { runProgram } from './bundle.ts';

await runProgram('serve');
