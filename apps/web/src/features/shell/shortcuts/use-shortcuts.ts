'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAccess } from '../../../auth/use-person.ts'
import { keepValue } from '../../../browser/kept-value.ts'
import { listGroups } from '../navigation.ts'
import { type Pending, readKey } from './read-key.ts'

/** Whether shortcuts without Ctrl or Meta are on. People who use dictation can turn them off. */
export const singleKeys = keepValue('frostline-single-keys', true, (kept) =>
  typeof kept === 'boolean' ? kept : null,
)

interface Shortcuts {
  cluster: string | null
  onTogglePalette: () => void
  onHelp: () => void
}

/** Used once, in the shell. */
export function useShortcuts({ cluster, onTogglePalette, onHelp }: Shortcuts): void {
  const router = useRouter()
  const access = useAccess()
  const pending = useRef<Pending>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return onTogglePalette()
    }
    if (!singleKeys.read() || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) {
      pending.current = null
      return
    }
    const read = readKey(pending.current, event.key, event.timeStamp)
    pending.current = read.pending
    const { command } = read
    if (command?.kind === 'help') onHelp()
    if (command?.kind !== 'go') return
    const destinations = listGroups(cluster, access).flatMap((group) => group.destinations)
    const destination = destinations.find(({ key }) => key === command.key)
    if (destination) router.push(destination.href)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Whether the key belongs to a field or to an open dialog or menu. */
function isElsewhere(event: KeyboardEvent): boolean {
  const field = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'
  if (event.defaultPrevented || event.repeat) return true
  if (event.target instanceof Element && event.target.closest(field)) return true
  // A toast is a dialog that is not modal.
  const overlays = document.querySelectorAll(
    '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"], [role="menu"], [role="listbox"]',
  )
  return [...overlays].some((overlay) => overlay.checkVisibility())
}
