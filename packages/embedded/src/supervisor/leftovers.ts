import { join } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { observePostmaster } from '../postgres/postmaster.ts'
import { endProcess } from '../process/end-process.ts'
import {
  isStillRunning,
  observeProcess,
  type ProcessIdentity,
  processIdentitySchema,
} from '../process/identity.ts'
import type { Part } from './part.ts'

const recordSchema = z.object({ supervisor: processIdentitySchema, children: z.array(processIdentitySchema) })

const recordFile = (dataDir: string) => join(dataDir, 'processes.json')

/** Records which processes belong to this supervisor, for a start after it was killed. */
export async function recordProcesses(dataDir: string, parts: readonly Part[]): Promise<void> {
  const observe = (pid: number | null) => (pid === null ? null : observeProcess(pid))
  const supervisor = observeProcess(process.pid)
  if (!supervisor) throw new Error('This process cannot see itself in the process table.')
  const children = parts.map((part) => observe(part.pid)).filter((seen) => seen !== null)
  await writeFileAtomic(recordFile(dataDir), `${JSON.stringify({ supervisor, children }, null, 2)}\n`)
}

/** The supervisor that runs on this folder now, if any. */
export async function findRunningSupervisor(dataDir: string): Promise<ProcessIdentity | null> {
  const record = await readJsonFile(recordFile(dataDir), recordSchema)
  return record && isStillRunning(record.supervisor) ? record.supervisor : null
}

/**
 * Ends what a killed supervisor left: its children and its database notice and end by themselves within seconds, and
 * `report` is called; what does not is killed. A process that merely has the pid of one of them is not touched.
 */
export async function clearLeftovers(
  dataDir: string,
  report: (line: string) => void,
  abort?: AbortSignal,
): Promise<void> {
  const record = await readJsonFile(recordFile(dataDir), recordSchema)
  const database = await observePostmaster(join(dataDir, 'postgres', 'data'))
  const left = [...(record?.children ?? []), ...(database ? [database.process] : [])].filter(isStillRunning)
  if (left.length === 0) return
  const pids = left.map(({ pid }) => pid).join(', ')
  report(`waiting for the end of what an interrupted run has left (processes ${pids})`)
  await Promise.all(
    left.map((child) =>
      endProcess(child, {
        patienceMs: 10_000,
        graceMs: 5000,
        abort,
        // A fast shutdown: SIGTERM would wait for all connected clients.
        signal: child === database?.process ? 'SIGINT' : 'SIGTERM',
      }),
    ),
  )
}
