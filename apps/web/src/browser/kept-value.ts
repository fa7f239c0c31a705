'use client'
import { useSyncExternalStore } from 'react'

/** A value that this browser keeps, shared by all that read it. */
export interface KeptValue<Value> {
  read: () => Value
  /** Where the browser refuses to keep it, the value lasts as long as the page. */
  write: (value: Value) => void
  subscribe: (listener: () => void) => () => void
  initial: Value
}

/**
 * @param parse makes a value of what was kept, by any version or by somebody's hand; null refuses it.
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
  /** What a full or forbidden storage has refused. */
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
      // The same object for the same text: a new one at each read would never settle.
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

/** The kept value; the server and the first drawing have the initial one. */
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
