import { watchAnew } from './machine.ts';

// The files of a worker share its modules; this runs before each of them.
watchAnew();
