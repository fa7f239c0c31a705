import { joinClasses } from '@frostline/ui'
import { useEffect, useRef } from 'react'
import { KeySequence } from '../components/key-sequence.tsx'
import type { Entry } from './entry.ts'
import type { Section } from './search-entries.ts'

interface EntryListProps {
  id: string
  sections: readonly Section[]
  /** Counted over all sections. */
  activeIndex: number
  onActive: (index: number) => void
  onChoose: (entry: Entry) => void
}

/** The options of the palette in groups. The focus stays in the input, which names the active one. */
export function EntryList({ id, sections, activeIndex, onActive, onChoose }: EntryListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const option = listRef.current?.querySelector(`[id="${CSS.escape(`${id}-${activeIndex}`)}"]`)
    option?.scrollIntoView({ block: 'nearest' })
  })
  const starts = sections.map((_, index) =>
    sections.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0),
  )
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label="Results"
      className={joinClasses('min-h-0 overflow-y-auto p-1.5', sections.length === 0 && 'hidden')}
    >
      {sections.map(({ heading, entries }, section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={heading} role="group" aria-labelledby={`${id}-group-${section}`}>
          <div id={`${id}-group-${section}`} className="px-2.5 pt-2 pb-1 text-2xs text-ink-3">
            {heading}
          </div>
          {entries.map((entry, place) => {
            const index = (starts[section] ?? 0) + place
            return (
              <Option
                key={entry.id}
                id={`${id}-${index}`}
                entry={entry}
                active={index === activeIndex}
                onActive={() => onActive(index)}
                onChoose={() => onChoose(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  active: boolean
  onActive: () => void
  onChoose: () => void
}

function Option({ id, entry, active, onActive, onChoose }: OptionProps) {
  const { label, hint, icon: Icon, keys, group } = entry
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see EntryList
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes Enter
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={active ? undefined : onActive}
      onClick={onChoose}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-ink-2 text-sm aria-selected:bg-hover aria-selected:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className={joinClasses('min-w-0 truncate', group === 'Tables' && 'font-mono text-xs')}>
        {label}
      </span>
      {hint ? <span className="min-w-0 flex-1 truncate text-2xs text-ink-3">{hint}</span> : null}
      {keys ? (
        <span className="ml-auto shrink-0 text-ink-3">
          <KeySequence keys={keys} />
        </span>
      ) : null}
    </div>
  )
}
