import { config } from 'zod';

// zod tries `new Function` to see whether it may compile its parsers; under our content security policy each try is reported
// as a breach. This module is imported before any schema is made.
config({ jitless: true });
