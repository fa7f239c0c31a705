import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is yes; fails after 90 s. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 90 s.')
    await sleep(150)
  }
}
