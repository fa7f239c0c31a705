'use client'
import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps } from './confirm-dialog-popup.tsx'
import { useOpening } from './use-opening.ts'

const ConfirmDialogPopup = lazy(() => import('./confirm-dialog-popup.tsx'))

/** Stays open while the action runs, closes when it resolves; a rejection leaves it open for another try. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { trigger, wasOpen, ...opening } = useOpening(props)
  return (
    <>
      {trigger}
      {wasOpen ? (
        <Suspense fallback={null}>
          <ConfirmDialogPopup {...props} {...opening} />
        </Suspense>
      ) : null}
    </>
  )
}
