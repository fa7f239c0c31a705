import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats until the result is true; fails after 90 s. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 90 s.')
    await sleep(150)
  }
}
