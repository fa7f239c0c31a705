'use client'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** A mouse or a finger, or the key that opened it. */
export type OpenedBy = 'pointer' | { key: string }

/**
 * Loads the code of something that opens, before it is first opened. The returned handlers are for the closed trigger: they
 * load the code when the pointer or the focus comes near, and `opened` is set when it is opened and its code has arrived.
 */
export function useFirstOpening<Code>(load: () => Promise<Code>) {
  const [opened, setOpened] = useState<{ code: Code; by: OpenedBy } | null>(null)
  const open = (by: OpenedBy) => void load().then((code) => setOpened((before) => before ?? { code, by }))
  const preload = () => void load().catch(() => undefined)
  const handlers = {
    onPointerEnter: preload,
    onFocus: preload,
    // Enter, Space and screen readers click without a pointer. They get what ArrowDown gets: the first item.
    onClick: (event: MouseEvent) => open(event.detail === 0 ? { key: 'ArrowDown' } : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open({ key: event.key })
    },
  }
  return { opened, open, handlers }
}

/** Presses the key that opened something again, on the trigger that replaced the closed one. */
export function usePressAgain(trigger: RefObject<HTMLElement | null>, openedBy: OpenedBy | undefined): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || openedBy === undefined || openedBy === 'pointer') return
    isDone.current = true
    trigger.current?.focus()
    trigger.current?.dispatchEvent(
      new KeyboardEvent('keydown', { key: openedBy.key, bubbles: true, cancelable: true }),
    )
  }, [trigger, openedBy])
}
