import type { Part } from './part.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** After this long without a crash the delay starts over. */
const STABLE_MS = 60_000

export interface KeepRunning {
  /** No further restarts, including of what is down now. */
  release(): void
}

/**
 * Restarts a part after each unexpected end: after 0.5 s, then doubling, at most 30 s. A part stopped on purpose stays
 * down.
 */
export function keepRunning(
  part: Part,
  hooks: { readonly log: (line: string) => void; readonly changed: () => void },
): KeepRunning {
  let released = false
  let delayMs = FIRST_DELAY_MS
  let crashedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const again = async () => {
    if (released || part.pid !== null) return
    try {
      await part.start()
      hooks.log(`${part.name} runs again, process ${part.pid}`)
      hooks.changed()
    } catch (error) {
      hooks.log(
        `${part.name} could not be started: ${error instanceof Error ? error.message : String(error)}`,
      )
      plan()
    }
  }
  const plan = () => {
    if (released) return
    hooks.log(`${part.name} is started again in ${delayMs} ms`)
    clearTimeout(timer)
    timer = setTimeout(() => void again(), delayMs)
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
  }

  part.onExit(({ expected }) => {
    hooks.changed()
    if (expected || released) return
    const now = performance.now()
    if (now - crashedAt > STABLE_MS) delayMs = FIRST_DELAY_MS
    crashedAt = now
    hooks.log(`${part.name} ended unexpectedly`)
    plan()
  })
  return {
    release: () => {
      released = true
      clearTimeout(timer)
    },
  }
}
