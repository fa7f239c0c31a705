import pino from 'pino'
import { createRefusals, type Refusals } from './refusals.ts'

/** Next.js bundles this module several times in one process: the front notes what metrics render. */
const kept = globalThis as typeof globalThis & { frostlineRefusals?: Refusals }

/** Of this process. It works before the rest of the web server stands, and when that cannot start. */
export function frontRefusals(): Refusals {
  kept.frostlineRefusals ??= startNoting()
  return kept.frostlineRefusals
}

function startNoting(): Refusals {
  const log = pino({ base: { app: 'web' } })
  return createRefusals({
    log: (refusal) => log.warn(refusal, 'A request was refused at the front'),
    now: () => performance.now(),
    maxLines: 30,
    windowMs: 60_000,
  })
}
