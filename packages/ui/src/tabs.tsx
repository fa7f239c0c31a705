'use client'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from './join-classes.ts'

interface TabItem<Value extends string> {
  value: Value
  label: ReactNode
  /** A number beside the label. */
  count?: string | undefined
  panel: ReactNode
}

export interface TabsProps<Value extends string> {
  /** Accessible name of the list of tabs. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  items: readonly TabItem<Value>[]
  className?: string | undefined
}

export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [focused, setFocused] = useState<Value | null>(null)
  useShownTab(list, value)
  const active = items.find((item) => item.value === value)
  const move = (event: KeyboardEvent) => {
    const from = items.findIndex((item) => item.value === (focused ?? value))
    const to = nextTab(event.key, from, items.length)
    if (to === null) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b [scrollbar-width:none]"
      >
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={item.value === value ? `${id}-panel` : undefined}
            // The keyboard reaches one tab of the list, and the arrow keys reach the others.
            tabIndex={item.value === (focused ?? value) ? 0 : -1}
            onClick={() => onValueChange(item.value)}
            onFocus={() => setFocused(item.value)}
            onBlur={() => setFocused(null)}
            onKeyDown={move}
            className='relative flex h-9 shrink-0 select-none items-center gap-1.5 rounded-t-md px-2.5 font-medium text-ink-3 text-sm -outline-offset-2 transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink aria-selected:text-ink aria-selected:after:bg-ink aria-selected:after:content-[""]'
          >
            {item.label}
            {item.count ? (
              <span className="rounded-sm bg-hover px-1 text-2xs text-ink-2">{item.count}</span>
            ) : null}
          </button>
        ))}
      </div>
      {active ? (
        <div
          key={active.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${active.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel follows its tab in the order of the keyboard
          tabIndex={0}
          className="min-w-0 pt-4 outline-offset-4"
        >
          {active.panel}
        </div>
      ) : null}
    </div>
  )
}

/** The arrow keys go round. */
function nextTab(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Scrolls the list to the active tab, on narrow screens. The page stays where it is. */
function useShownTab(list: RefObject<HTMLDivElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with the value
  useEffect(() => {
    const within = list.current
    const tab = within?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (!within || !tab) return
    const end = tab.offsetLeft + tab.offsetWidth
    if (tab.offsetLeft < within.scrollLeft) within.scrollLeft = tab.offsetLeft
    else if (end > within.scrollLeft + within.clientWidth) within.scrollLeft = end - within.clientWidth
  }, [value])
}
