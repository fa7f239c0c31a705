import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The TCP ports a process listens on, from the kernel. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      } catch {
        return undefined // closed since it was listed
      }
    }),
  )
  const LISTEN = '0A'
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTEN && sockets.has(fields[9]))
      .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)),
  )
}
