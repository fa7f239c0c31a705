import { Badge, Bytes, formatCountOf } from '@frostline/ui'
import { describePart, describeUnlocked } from './describe-shared-part.ts'
import type { SharedPart } from './use-table-sharing.ts'

const standings: Record<SharedPart['blobs'][number]['owners'][number]['standing'], string> = {
  holds: '',
  left: ' (left by a move)',
  none: ' (has no such part)',
  dropped: ' (dropped)',
  unregistered: ' (not in Keeper)',
  unknown: ' (not known)',
}

/** `on`: nodes where zero-copy replication is on. `locksKnown`: all locks could be read from Keeper. */
export function SharedPartRow(props: { row: SharedPart; on: ReadonlySet<string>; locksKnown: boolean }) {
  const { row, on, locksKnown } = props
  const { tone, word, title } = describePart(row.state, on)
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
          {owners.length === 0 ? (
            <span className="text-ink-3">{locksKnown ? 'no lock' : 'lock unknown'}</span>
          ) : (
            <>
              <span className="text-ink-3">locked by </span>
              {owners
                .map(({ node, replica, standing }) => `${node ?? replica}${standings[standing]}`)
                .join(', ')}
            </>
          )}
          <span className="text-ink-3">; {formatCountOf(holders, 'replica')} with the part</span>
          {describeUnlocked({ unlocked, holders }, on).map(({ tone: of, text }) => (
            <span key={text} className={of === 'warn' ? 'text-warn-ink' : 'text-ink-3'}>
              ; {text}
            </span>
          ))}{' '}
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
