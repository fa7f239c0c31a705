'use client'
import { Search, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useAccess } from '../../../auth/use-person.ts'
import { keepValue, useKeptValue } from '../../../browser/kept-value.ts'
import { useTheme } from '../../../theme/theme-provider.tsx'
import type { Entry } from './entry.ts'
import { EntryList } from './entry-list.tsx'
import { listActions, listPages } from './list-commands.ts'
import { apply, searchEntries, searchSubjects } from './search-entries.ts'
import { useFoundEntries } from './use-entries.ts'

/** IDs of the entries chosen in this browser, the latest first. */
const recentEntries = keepValue<readonly string[]>('frostline-recent-commands', [], (kept) =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null,
)

const maxRecent = 30

interface PaletteBodyProps {
  cluster: string | null
  close: () => void
  onShowShortcuts: () => void
}

/**
 * A combobox whose list is always open. The input keeps the focus; arrows move the active option, Enter chooses it. An action
 * that needs a table or an alert is shown before the input until one is chosen. Backspace removes it.
 */
export function PaletteBody({ cluster, close, onShowShortcuts }: PaletteBodyProps) {
  const [text, setText] = useState('')
  const [asking, setAsking] = useState<Entry | null>(null)
  /** The active option of a list. A new list starts at its first option. */
  const [active, setActive] = useState<{ list: string; index: number }>({ list: '', index: 0 })
  const listId = useId()
  const router = useRouter()
  const access = useAccess()
  const recent = useKeptValue(recentEntries)
  const { setTheme } = useTheme()
  const { entries: found, reading } = useFoundEntries(cluster)
  const sections = useMemo(() => {
    if (asking?.choice.kind === 'ask') return searchSubjects(found, asking.choice.of, text, recent)
    const commands = [
      ...listPages(cluster, access),
      ...listActions(cluster, access, { showShortcuts: onShowShortcuts, setTheme }),
    ]
    return searchEntries([...commands, ...found], text, recent)
  }, [access, asking, cluster, found, onShowShortcuts, recent, setTheme, text])
  const shown = sections.flatMap(({ entries }) => entries)
  const list = `${asking?.id ?? ''} ${text}`
  const index = active.list === list ? Math.min(active.index, shown.length - 1) : 0
  const question = asking?.choice.kind === 'ask' ? asking.choice.question : null

  const ask = (entry: Entry | null) => {
    setAsking(entry)
    setText('')
  }
  const choose = (entry: Entry) => {
    const whole = asking ? apply(asking, entry) : entry
    if (!whole) return
    const { choice } = whole
    if (choice.kind === 'ask') return ask(whole)
    recentEntries.write([whole.id, ...recent.filter((id) => id !== whole.id)].slice(0, maxRecent))
    close()
    if (choice.kind === 'act') choice.act()
    else router.push(choice.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown[index]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (shown.length > 0) setActive({ list, index: (index + step + shown.length) % shown.length })
    } else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Backspace' && text === '' && asking) ask(null)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex max-h-[70vh] flex-col">
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        {asking ? (
          <button
            type="button"
            aria-label={`${asking.label} (take back)`}
            onClick={() => ask(null)}
            className="flex max-w-1/2 shrink-0 items-center gap-1 rounded-sm bg-sunken px-1.5 py-0.5 text-ink-2 text-xs"
          >
            <span className="truncate">{asking.label}</span>
            <X aria-hidden className="size-3 shrink-0" />
          </button>
        ) : null}
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          type="text"
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${index}` : undefined}
          aria-autocomplete="list"
          aria-label={question ?? 'Search or jump to'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={question ?? 'Search pages, tables, runs, actions'}
          className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-3"
        />
      </div>
      <EntryList
        id={listId}
        sections={sections}
        activeIndex={index}
        onActive={(next) => setActive({ list, index: next })}
        onChoose={choose}
      />
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-4 py-8 text-center text-ink-3 text-sm'}>
        {describeResult(shown.length, text, reading)}
      </p>
      <p aria-hidden className="hidden gap-4 border-t px-4 py-2 text-2xs text-ink-3 sm:flex">
        <span>↑ ↓ to move</span>
        <span>↵ to open</span>
        {asking ? <span>⌫ to go back</span> : null}
        <span>Esc to close</span>
      </p>
    </div>
  )
}

function describeResult(count: number, text: string, reading: boolean): string {
  if (count === 0)
    return reading ? 'Reading tables…' : text === '' ? 'Nothing to choose.' : `No results for “${text}”.`
  return count === 1 ? '1 result' : `${count} results`
}
