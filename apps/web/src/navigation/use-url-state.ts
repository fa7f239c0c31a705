'use client'
import { useSearchParams } from 'next/navigation'
import type { UrlParam } from './url-params.ts'

interface SetOptions {
  /** `push` for what Back should undo, such as a tab; the default `replace` for filters and sorts. */
  history?: 'push' | 'replace'
}

/**
 * State of a page in its URL: filters, sorts, tabs, selections. Declare the params once at module level. Setting it
 * does not request the page again; parts that are not named stay as they are.
 *
 * const params = { q: textParam(), sort: sortParam(['size', 'name'], { id: 'size', desc: true }) }
 * const [{ q, sort }, setUrl] = useUrlState(params)
 */
export function useUrlState<Values extends object>(
  params: {
    [Key in keyof Values]: UrlParam<Values[Key]>
  },
): [Values, (patch: Partial<Values>, options?: SetOptions) => void] {
  const search = useSearchParams()
  const keys = Object.keys(params) as (keyof Values & string)[]
  const values = {} as Values
  for (const key of keys) values[key] = params[key].read(search.get(key))

  const set = (patch: Partial<Values>, { history = 'replace' }: SetOptions = {}) => {
    // From the URL itself: two calls in one event must not undo each other.
    const next = new URLSearchParams(window.location.search)
    for (const key of keys) {
      const value = patch[key]
      if (value === undefined) continue
      const raw = params[key].write(value)
      if (raw === null) next.delete(key)
      else next.set(key, raw)
    }
    const query = next.toString()
    const address = `${window.location.pathname}${query ? `?${query}` : ''}${window.location.hash}`
    window.history[history === 'push' ? 'pushState' : 'replaceState'](null, '', address)
  }
  return [values, set]
}
