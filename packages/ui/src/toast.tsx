'use client'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { areToastsWanted, followToastsWanted } from './toast-queue.ts'

export { showToast } from './toast-queue.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx'))

/** Once around the application. The code of messages is loaded with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const wanted = useSyncExternalStore(followToastsWanted, areToastsWanted, () => false)
  return (
    <>
      {children}
      {wanted ? (
        <Suspense fallback={null}>
          <ToastViewport />
        </Suspense>
      ) : null}
    </>
  )
}
