import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextFile } from '../files/read-json-file.ts'
import { observeProcess, type ProcessIdentity } from '../process/identity.ts'

export interface RunningPostmaster {
  readonly process: ProcessIdentity
  readonly port: number
  readonly ready: boolean
}

/**
 * The server running on this database folder, from its postmaster.pid (lines: pid, folder, start time, port, socket
 * folder, address, shared memory, status). It counts only when the process with that pid is a postgres on this very
 * folder; another program with that pid must not be touched.
 */
export async function observePostmaster(folder: string): Promise<RunningPostmaster | null> {
  const text = await readTextFile(join(folder, 'postmaster.pid'))
  if (text === null) return null
  const lines = text.split('\n')
  const process = observeProcess(Number(lines[0]))
  if (!process || !isPostmasterOf(process, folder)) return null
  return { process, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

function isPostmasterOf(process: ProcessIdentity, folder: string): boolean {
  return process.command.includes('postgres') && process.command.includes(`-D ${folder} `)
}

/**
 * PostgreSQL refuses to start when any live process has the pid of a stale postmaster.pid. Its shared memory check
 * still guards the folder against a running server.
 */
export async function forgetForeignPostmaster(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const text = await readTextFile(file)
  if (text === null) return
  const process = observeProcess(Number(text.split('\n')[0]))
  if (process && !isPostmasterOf(process, folder)) await rm(file)
}
