import { setTimeout as sleep } from 'node:timers/promises'
import { Backoff } from '../pause.ts'

const tries = 6

/**
 * Reads again while entries are missing: a busy server may log a query a moment after it returned. At most about 3 s.
 */
export async function untilLogged<Found>(
  read: () => Promise<Found>,
  isComplete: (found: Found) => boolean,
): Promise<Found> {
  const backoff = new Backoff(100, 1_600)
  let found = await read()
  for (let tried = 1; tried < tries && !isComplete(found); tried++) {
    await sleep(backoff.next())
    found = await read()
  }
  return found
}
