import type { Io } from '../io.ts'
import { formatTime } from './quantities.ts'
import { printable } from './render-table.ts'

interface Read {
  observedAt: string
  nodes: readonly { name: string; state: string; message: string | null }[]
}

/** Figures without a node are not complete, and say so. */
export function noteCoverage(io: Io, read: Read): void {
  for (const { name, state, message } of read.nodes)
    if (state !== 'ok')
      io.note(`Not complete: ${name} is ${state}${message === null ? '' : ` (${printable(message)})`}.`)
}

export function renderAge({ observedAt }: Pick<Read, 'observedAt'>): string {
  return `Read at ${formatTime(observedAt)}.`
}
