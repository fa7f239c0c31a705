import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const piece = Buffer.alloc(1_048_576)

/** A policy over the disk that `mountSmallDisk` makes small. */
export const smallPolicy = {
  'small.xml':
    '<clickhouse><storage_configuration><policies><small><volumes><only><disk>hot2</disk></only></volumes></small></policies></storage_configuration></clickhouse>',
}

/** Why a file system of its own cannot be mounted here. Null when it can. */
export const whyNoMount = process.getuid?.() === 0 ? null : 'a file system is mounted by root only'

/** A file system of 48 MiB for the disk `hot2` of a node. Returns what unmounts it. */
export async function mountSmallDisk(dataDir: string): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'hot2')
  await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
  return async () => void (await run('umount', ['-l', folder]))
}

/** Writes a file until the file system has no space left. Returns what removes it. */
export async function fillSmallDisk(dataDir: string): Promise<() => Promise<void>> {
  const name = join(dataDir, 'hot2', 'core.dump')
  const file = await open(name, 'w')
  try {
    for (;;) await file.write(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
  return () => rm(name)
}
