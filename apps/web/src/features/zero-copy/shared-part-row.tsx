import { Badge, Bytes, formatCountOf, type Tone } from '@frostline/ui'
import type { SharedPart } from './use-table-sharing.ts'

const looks: Record<SharedPart['state'], { tone: Tone; word: string; title: string }> = {
  shared: { tone: 'ok', word: 'shared', title: 'Replicas refer to the same objects.' },
  single: { tone: 'neutral', word: 'one owner', title: 'One replica has it on this disk.' },
  apart: { tone: 'warn', word: 'stored apart', title: 'Replicas have separate objects.' },
  unheld: {
    tone: 'warn',
    word: 'no replica',
    title: 'Locks or metadata, and no replica has the part there.',
  },
  unknown: { tone: 'unknown', word: 'not known', title: 'Some nodes did not respond.' },
}

const standings: Record<SharedPart['blobs'][number]['owners'][number]['standing'], string> = {
  holds: '',
  left: ' (left by a move)',
  none: ' (has no such part)',
  dropped: ' (dropped)',
  unregistered: ' (not in Keeper)',
  unknown: ' (not known)',
}

export function SharedPartRow({ row }: { row: SharedPart }) {
  const { tone, word, title } = looks[row.state]
  return (
    <li className="grid gap-0.5 px-4 py-2 text-xs">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm">{row.part}</span>
        <Badge tone={tone} title={title}>
          {word}
        </Badge>
        <span className="text-ink-3">
          <Bytes value={row.storedBytes} /> stored
          {row.savedBytes > 0n ? (
            <>
              , <Bytes value={row.savedBytes} /> saved
            </>
          ) : null}
        </span>
      </p>
      {row.blobs.map(({ blob, owners, unlocked, holders }) => (
        <p key={blob} className="break-words text-ink-2">
          <span className="text-ink-3">locked by </span>
          {owners.length === 0
            ? 'nobody'
            : owners
                .map(({ node, replica, standing }) => `${node ?? replica}${standings[standing]}`)
                .join(', ')}
          <span className="text-ink-3">; {formatCountOf(holders, 'replica')} with the part</span>
          {unlocked.length > 0 ? (
            <span className="text-warn-ink">; without a lock: {unlocked.join(', ')}</span>
          ) : null}{' '}
          <span className="break-all font-mono text-2xs text-ink-3">{blob}</span>
        </p>
      ))}
      {row.left.map(({ node, disk }) => (
        <p key={`${node} ${disk}`} className="text-warn-ink">
          {node} has metadata left on {disk}
        </p>
      ))}
    </li>
  )
}
