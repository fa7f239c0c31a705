'use client'
import { Button } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLiveStatus } from '../../../trpc/live-changes.tsx'

/** A short gap is nobody's business: proxies close streams, and the next one opens at once. */
const quietMs = 4_000

/** Says that the console cannot be reached. It lies over the page, so that nothing moves when it comes and goes. */
export function OfflineBanner() {
  const away = useLiveStatus() === 'away'
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setShown(true), quietMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [away])
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-0 bottom-3 z-40 flex justify-center px-3">
      {shown ? (
        <div className="pointer-events-auto flex items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3 text-sm shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span>The console is not responding. Data may be out of date. Reconnecting…</span>
          <Button size="sm" onClick={() => void queryClient.invalidateQueries()}>
            Try now
          </Button>
        </div>
      ) : null}
    </div>
  )
}
