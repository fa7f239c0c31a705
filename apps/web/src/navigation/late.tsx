'use client'
import { type ComponentType, lazy, type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'

/**
 * A component whose code is loaded when it is first rendered: the form of a dialog, or a tab that is not the first. What a page
 * shows at once does not wait for it.
 *
 *     const RuleForm = late(async () => (await import('./rule-form.tsx')).RuleForm)
 *
 * @param fallback is shown until then. It has about the same height.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
) {
  let isThere = false
  const Loaded = lazy(async () => {
    const component = await load()
    isThere = true
    return { default: component }
  })
  return function Late(props: Props) {
    // New props would replace the HTML of the server by the fallback until the code is there. Deferred ones wait for it.
    const deferred = useDeferredValue(props)
    const given = isThere ? props : deferred
    return useMemo(
      () => (
        <Suspense fallback={typeof fallback === 'function' ? fallback(given) : fallback}>
          <Loaded {...given} />
        </Suspense>
      ),
      [given],
    )
  }
}
