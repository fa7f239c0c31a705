import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * A pid alone names whatever runs under that number now. With the start time and the command line it identifies one
 * process: the only one we may signal.
 */
export const processIdentitySchema = z.object({
  pid: z.number().int().positive(),
  /** Linux: clock ticks since boot with the boot id; elsewhere: the start date as `ps` prints it. */
  startedAt: z.string(),
  command: z.string(),
})
export type ProcessIdentity = z.infer<typeof processIdentitySchema>

/** The process under `pid` now; `null` if there is none, or only a zombie waiting for its parent. */
export function observeProcess(pid: number): ProcessIdentity | null {
  return process.platform === 'linux' ? observeInProc(pid) : observeWithPs(pid)
}

/** With /proc: the parent of a process, 0 when it has ended. */
export function observeParent(pid: number): number {
  try {
    return Number(readStat(pid)[1])
  } catch {
    return 0
  }
}

/** From the third field on. The program name before is in brackets and may itself contain spaces and brackets. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function observeInProc(pid: number): ProcessIdentity | null {
  try {
    const fields = readStat(pid)
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
    return { pid, startedAt: `${boot}:${fields[19]}`, command }
  } catch {
    return null
  }
}

function observeWithPs(pid: number): ProcessIdentity | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const found = /^\s*(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line.trim())
    if (!found || found[1]?.startsWith('Z')) return null
    return { pid, startedAt: found[2] ?? '', command: found[3] ?? '' }
  } catch {
    return null
  }
}

/**
 * Whether the process seen before is still running. The command line is compared loosely because a program may rewrite
 * it (PostgreSQL and Next.js do): the start time decides.
 */
export function isStillRunning(seen: ProcessIdentity): boolean {
  const now = observeProcess(seen.pid)
  return now !== null && now.startedAt === seen.startedAt
}
