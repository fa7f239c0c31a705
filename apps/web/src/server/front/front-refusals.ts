import pino from 'pino'
import { createRefusals, type Refusals } from './refusals.ts'

/** Next.js bundles this module several times in one process: the front records what metrics render. */
const kept = globalThis as typeof globalThis & { frostlineRefusals?: Refusals }

/** One per process. It works before the rest of the web server exists, and when that cannot start. */
export function frontRefusals(): Refusals {
  kept.frostlineRefusals ??= startNoting()
  return kept.frostlineRefusals
}

function startNoting(): Refusals {
  const log = pino({ base: { app: 'web' } })
  return createRefusals({
    log: (refusal) => log.warn(refusal, 'Rejected a request at the front'),
    now: () => performance.now(),
    maxLines: 30,
    windowMs: 60_000,
  })
}
