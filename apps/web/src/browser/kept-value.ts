'use client'
import { useSyncExternalStore } from 'react'

/** A value stored in this browser and shared by all its readers. */
export interface KeptValue<Value> {
  read: () => Value
  /** If the browser cannot store it, the value lasts until the page is closed. */
  write: (value: Value) => void
  subscribe: (listener: () => void) => () => void
  initial: Value
}

/**
 * @param parse validates the stored value, which any version or a person may have written. Null: not valid.
 * @param storage `localStorage` for all tabs of the browser, `sessionStorage` for this tab.
 */
export function keepValue<Value>(
  key: string,
  initial: Value,
  parse: (kept: unknown) => Value | null,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): KeptValue<Value> {
  const listeners = new Set<() => void>()
  let known: { raw: string | null; value: Value } | null = null
  /** Values that a full or disabled storage did not accept. */
  let refused: string | null = null
  const readRaw = () => {
    if (refused !== null) return refused
    try {
      return window[storage].getItem(key)
    } catch {
      return null
    }
  }
  return {
    initial,
    read() {
      const raw = readRaw()
      // The same object for the same text: React would render forever if each read returned a new one.
      if (known?.raw !== raw)
        known = { raw, value: raw === null ? initial : (parseText(raw, parse) ?? initial) }
      return known.value
    },
    write(value) {
      const raw = JSON.stringify(value)
      known = { raw, value }
      try {
        window[storage].setItem(key, raw)
        refused = null
      } catch {
        refused = raw
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** The stored value. The server and hydration use the initial value. */
export function useKeptValue<Value>(kept: KeptValue<Value>): Value {
  return useSyncExternalStore(kept.subscribe, kept.read, () => kept.initial)
}

function parseText<Value>(raw: string, parse: (kept: unknown) => Value | null): Value | null {
  try {
    return parse(JSON.parse(raw))
  } catch {
    return null
  }
}
