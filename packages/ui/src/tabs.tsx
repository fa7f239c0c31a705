'use client'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
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
  useShownTab(list, value)
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      className={joinClasses('min-w-0', className)}
    >
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b [scrollbar-width:none]"
      >
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            className="flex h-9 shrink-0 select-none items-center gap-1.5 rounded-t-md px-2.5 font-medium text-ink-3 text-sm -outline-offset-2 transition-colors hover:text-ink data-active:text-ink"
          >
            {item.label}
            {item.count ? (
              <span className="rounded-sm bg-hover px-1 text-2xs text-ink-2">{item.count}</span>
            ) : null}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-ink transition-[translate,width] duration-150" />
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel key={item.value} value={item.value} className="min-w-0 pt-4 outline-offset-4">
          {item.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
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
