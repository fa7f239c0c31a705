import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonFile } from '../files/read-json-file.ts'
import { isStillRunning, observeProcess, processIdentitySchema } from '../process/identity.ts'

/**
 * Makes this process the one supervisor of the folder; the claim ends with the process, however it ends. The claim is
 * linked into place with its content, so that of two starts at the same moment one is first.
 *
 * @throws when another supervisor runs on the folder or is starting.
 */
export async function claimFolder(dataDir: string): Promise<void> {
  const self = observeProcess(process.pid)
  if (!self) throw new Error('This process cannot see itself in the process table.')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claim = join(dataDir, 'supervisor.json')
  const mine = `${claim}.${process.pid}`
  await writeFile(mine, `${JSON.stringify(self)}\n`, { mode: 0o600 })
  try {
    while (!(await linkNew(mine, claim))) {
      const holder = await readJsonFile(claim, processIdentitySchema)
      if (holder && holder.pid !== process.pid && isStillRunning(holder))
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

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
