'use client'
import { useEffect, useSyncExternalStore } from 'react'

let known: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()
const none: ReadonlyMap<string, string> = new Map()

/** Names of the objects that pages of this tab have shown, by id. Addresses have only the ids. */
export function useCrumbNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => known,
    () => none,
  )
}

/** Sets the name of a page's object when the page has read it. */
export function useNameCrumb(id: string | undefined, name: string | undefined): void {
  useEffect(() => {
    if (id === undefined || name === undefined || known.get(id) === name) return
    known = new Map(known).set(id, name)
    for (const listener of listeners) listener()
  }, [id, name])
}
