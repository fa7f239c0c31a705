import { join } from 'node:path'
import { readTextFile } from '../files/read-json-file.ts'
import { endProcess } from '../process/end-process.ts'
import { observeProcess } from '../process/identity.ts'

/** A node whose parent was killed sees its stdin close and ends by itself, in 0.3 to 7 s. */
const PATIENCE_MS = 10_000

/**
 * Waits for the node an earlier parent left behind in this folder, and kills it when it does not end: two
 * servers cannot share a folder (Code 76). It is found by the pid in the server's own status file and is
 * ours only if its command line names this folder.
 */
export async function clearFormerNode(dataDir: string, abort?: AbortSignal): Promise<void> {
  const status = await readTextFile(join(dataDir, 'status'))
  const pid = Number(/^PID: (\d+)$/m.exec(status ?? '')?.[1])
  if (!pid) return
  const former = observeProcess(pid)
  if (!former?.command.includes(` --path=${dataDir}/ `)) return
  await endProcess(former, { patienceMs: PATIENCE_MS, signal: 'SIGKILL', abort })
}
