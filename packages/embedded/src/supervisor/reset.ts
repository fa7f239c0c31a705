import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { clearLeftovers, findRunningSupervisor } from './leftovers.ts'

/** Thrown when the folder must not be removed. */
class ResetRefused extends Error {}

/**
 * Removes a data folder and ends what an interrupted run left on it.
 *
 * @throws ResetRefused while Frostline runs on it, or when it contains something else than Frostline's data.
 */
export async function resetData(folder: string): Promise<void> {
  const dataDir = resolve(folder)
  if (!existsSync(dataDir)) return
  const running = await findRunningSupervisor(dataDir)
  if (running) {
    throw new ResetRefused(
      `Frostline runs on ${dataDir} (process ${running.pid}). Stop it with Ctrl-C, then reset. Nothing was removed.`,
    )
  }
  const isOurs = existsSync(join(dataDir, 'state.json')) || (await readdir(dataDir)).length === 0
  if (!isOurs) {
    throw new ResetRefused(`${dataDir} does not hold Frostline's data (no state.json). Nothing was removed.`)
  }
  await clearLeftovers(dataDir, () => {})
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}
