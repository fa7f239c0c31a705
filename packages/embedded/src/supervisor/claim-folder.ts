import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { isStillRunning, observeProcess, processIdentitySchema } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'

const claimSchema = processIdentitySchema.extend({ ending: z.boolean().optional() })
/** Longer than a shutdown takes. */
const END_PATIENCE_MS = 20_000

const claimFile = (dataDir: string) => join(dataDir, 'supervisor.json')

/**
 * Makes this process the only supervisor of the folder; the claim ends with the process, however it ends. The claim is
 * linked into place with its content, so that of two starts at the same moment one is first.
 *
 * Waits for one that is shutting down, and calls `report`.
 *
 * @throws when another supervisor runs on the folder or is starting, or the reason of `abort`.
 */
export async function claimFolder(
  dataDir: string,
  report: (line: string) => void,
  abort?: AbortSignal,
): Promise<void> {
  const self = observeProcess(process.pid)
  if (!self) throw new Error('This process cannot see itself in the process table.')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claim = claimFile(dataDir)
  const mine = `${claim}.${process.pid}`
  await writeFile(mine, `${JSON.stringify(self)}\n`, { mode: 0o600 })
  try {
    while (!(await linkNew(mine, claim))) {
      const holder = await readJsonFile(claim, claimSchema)
      const isHeld = () => holder !== null && holder.pid !== process.pid && isStillRunning(holder)
      if (holder?.ending && isHeld()) {
        report(`waiting for process ${holder.pid}, which is stopping Frostline on this folder`)
        await waitUntil(() => !isHeld(), END_PATIENCE_MS, undefined, abort)
      }
      if (holder && isHeld())
        throw new Error(
          `Frostline runs already on ${dataDir} (process ${holder.pid}). Stop it first, or give ` +
            'another folder in FROSTLINE_DATA_DIR.',
        )
      await rm(claim, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/** Tells a next start that this one is shutting down: it then waits instead of giving way. */
export async function announceEnd(dataDir: string): Promise<void> {
  const self = observeProcess(process.pid)
  await writeFileAtomic(claimFile(dataDir), `${JSON.stringify({ ...self, ending: true })}\n`)
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
