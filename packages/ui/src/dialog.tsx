'use client'
import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-popup.tsx'
import { useOpening } from './use-opening.ts'

export type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))

export function Dialog(props: DialogProps) {
  const { trigger, wasOpen, ...opening } = useOpening(props)
  return (
    <>
      {trigger}
      {wasOpen ? (
        <Suspense fallback={null}>
          <DialogPopup {...props} {...opening} />
        </Suspense>
      ) : null}
    </>
  )
}
