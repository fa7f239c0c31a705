import { setTimeout as sleep } from 'node:timers/promises'
import { Backoff } from '../pause.ts'

const tries = 6

/** Reads again while something is missing: a busy server may log a query a moment after it answered. About 3 s at most. */
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
