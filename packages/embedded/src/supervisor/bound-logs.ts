import { copyFile, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

const LARGEST_BYTES = 10 * 1024 * 1024
const EVERY_MS = 60_000

/**
 * Keeps each log below 10 MiB plus one previous piece (`.1`). All writers append, so a file can be truncated under
 * them. ClickHouse rotates its own logs.
 */
export async function boundLogs(logDir: string, largestBytes = LARGEST_BYTES): Promise<void> {
  for (const name of await readdir(logDir)) {
    const turnsOverItself = name.startsWith('clickhouse-') && !name.endsWith('.console.log')
    if (!name.endsWith('.log') || turnsOverItself) continue
    const file = join(logDir, name)
    if ((await stat(file)).size <= largestBytes) continue
    await copyFile(file, `${file}.1`)
    await truncate(file, 0)
  }
}

export function keepLogsBounded(logDir: string): NodeJS.Timeout {
  const timer = setInterval(() => void boundLogs(logDir).catch(() => {}), EVERY_MS)
  timer.unref()
  return timer
}
