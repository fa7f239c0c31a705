'use client'
import { Dialog, Switch } from '@frostline/ui'
import { useRef } from 'react'
import { useAccess } from '../../../auth/use-person.ts'
import { useKeptValue } from '../../../browser/kept-value.ts'
import { KeySequence } from '../components/key-sequence.tsx'
import { listGroups } from '../navigation.ts'
import { singleKeys } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  cluster: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Shortcut {
  label: string
  keys: readonly string[]
  joint?: 'then' | '+'
}

const anywhere: readonly Shortcut[] = [
  { label: 'Search or jump to', keys: ['Ctrl', 'K'], joint: '+' },
  { label: 'Keyboard shortcuts', keys: ['?'] },
  { label: 'Close what is open', keys: ['Esc'] },
]
const partitionMap: readonly Shortcut[] = [
  { label: 'Next partition', keys: ['Arrow'] },
  { label: 'Select or deselect', keys: ['Space'] },
  { label: 'Select a range', keys: ['Shift', 'Arrow'], joint: '+' },
  { label: 'Select all', keys: ['Ctrl', 'A'], joint: '+' },
  { label: 'Clear the selection', keys: ['Esc'] },
]

export function ShortcutsDialog({ cluster, open, onOpenChange }: ShortcutsDialogProps) {
  const on = useKeptValue(singleKeys)
  const access = useAccess()
  // Not the close button: Escape would first close its tooltip.
  const listRef = useRef<HTMLDivElement>(null)
  const pages = listGroups(cluster, access).map(({ label, destinations }) => ({
    label,
    shortcuts: destinations.flatMap(({ label, key }) =>
      key === undefined ? [] : { label, keys: ['G', key.toUpperCase()] },
    ),
  }))
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={listRef}
    >
      <Switch checked={on} onCheckedChange={singleKeys.write} className="mb-4">
        Shortcuts without Ctrl
      </Switch>
      <div ref={listRef} tabIndex={-1} className="grid gap-x-8 gap-y-5 outline-none sm:grid-cols-2">
        <Group title="Anywhere" shortcuts={anywhere} />
        <Group title="Partition map" shortcuts={partitionMap} />
        {pages.map(({ label, shortcuts }) => (
          <Group key={label} title={label} shortcuts={shortcuts} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-2xs text-ink-3">{title}</h3>
      <dl className="divide-y">
        {shortcuts.map(({ label, keys, joint }) => (
          <div key={label} className="flex min-h-7 items-center justify-between gap-3 text-sm">
            <dt>{label}</dt>
            <dd className="text-ink-2">
              <KeySequence keys={keys} {...(joint ? { joint } : {})} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
