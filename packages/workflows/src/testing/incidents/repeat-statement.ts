import { setTimeout as sleep } from 'node:timers/promises'

/** Sends a statement again and again, also after failures. Returns what stops it. */
export function repeatStatement(
  send: (sql: string) => Promise<unknown>,
  sql: () => string,
  everyMs: number,
): () => Promise<void> {
  let stopped = false
  const loop = (async () => {
    while (!stopped) await Promise.all([send(sql()).catch(() => undefined), sleep(everyMs)])
  })()
  return async () => {
    stopped = true
    await loop
  }
}
