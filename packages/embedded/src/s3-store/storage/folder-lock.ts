import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^lock-(\d+)-(\w+)$/

/**
 * Locks a folder for this process; returns the unlock function. Node has no flock, so each process first creates a file
 * `lock-<pid>-<start time>` and then looks for another of a living process: of two that try at once at least one sees
 * the other and gives way, in any order. Files of dead processes are removed; the start time distinguishes a dead
 * process from a new one with its pid.
 */
export function lockFolder(folder: string): () => void {
  const own = `lock-${process.pid}-${readStartTime(process.pid) ?? 'unknown'}`
  const path = join(folder, own)
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUse(folder, process.pid)
    throw error
  }
  for (const name of readdirSync(folder)) {
    const [, pid, startTime] = NAME.exec(name) ?? []
    if (name === own || pid === undefined || startTime === undefined) continue
    if (isAlive(Number(pid), startTime)) {
      unlinkSync(path)
      throw inUse(folder, Number(pid))
    }
    removeIfThere(join(folder, name))
  }
  return () => removeIfThere(path)
}

function isAlive(pid: number, startTime: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return readStartTime(pid) === startTime
}

/** Something that differs between two processes of the same pid; null if there is no such process, or a zombie. */
function readStartTime(pid: number): string | null {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // After the name in parentheses: field 3 is the state, field 22 the start time in clock ticks since boot.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? null : (fields[19] ?? null)
    } catch {
      return null
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? createHash('sha256').update(stdout.trim()).digest('hex').slice(0, 16) : null
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function inUse(folder: string, pid: number): Error {
  return new Error(
    `The S3 store's folder ${folder} is in use by process ${pid}. Stop it or choose another folder.`,
  )
}
