import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export interface KeyValue {
  key: string
  /** Defaults to the key. */
  label?: ReactNode
  value: ReactNode
  mono?: boolean | undefined
  /** Below the value: what it means. */
  note?: ReactNode
}

export interface KeyValueListProps {
  items: readonly KeyValue[]
  /** Width of the label column. */
  labelWidth?: string | undefined
  className?: string | undefined
}

export function KeyValueList({ items, labelWidth = '10rem', className }: KeyValueListProps) {
  return (
    <dl className={joinClasses('text-sm', className)} style={{ '--label-width': labelWidth } as object}>
      {items.map((item) => (
        <div
          key={item.key}
          className="grid grid-cols-[minmax(6rem,var(--label-width))_minmax(0,1fr)] gap-x-4 border-line border-b py-1.5 last:border-b-0"
        >
          <dt className="text-ink-3">{item.label ?? item.key}</dt>
          <dd
            className={joinClasses(
              'min-w-0 break-words text-ink',
              item.mono && 'font-mono text-xs leading-5',
            )}
          >
            {item.value}
            {item.note ? <span className="block font-sans text-ink-3 text-xs">{item.note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
