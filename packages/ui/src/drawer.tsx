'use client'
import { lazy, Suspense } from 'react'
import type { DrawerProps } from './drawer-popup.tsx'
import { useOpening } from './use-opening.ts'

const DrawerPopup = lazy(() => import('./drawer-popup.tsx'))

export function Drawer(props: DrawerProps) {
  const { trigger, wasOpen, ...opening } = useOpening(props)
  return (
    <>
      {trigger}
      {wasOpen ? (
        <Suspense fallback={null}>
          <DrawerPopup {...props} {...opening} />
        </Suspense>
      ) : null}
    </>
  )
}
