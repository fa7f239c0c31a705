'use client'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

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
  fallback: ReactNode = null,
) {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
