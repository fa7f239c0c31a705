'use client'
import { formatExactTime, setPrinting } from '@frostline/ui'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** On paper in place of the navigation: the cluster, the time and the address of the page. */
export function PrintHead({ cluster }: { cluster: string | undefined }) {
  const [printed, setPrinted] = useState<{ at: Date; address: string } | null>(null)
  useEffect(() => {
    // Also a print from the menu of the browser opens the folds. It cannot wait for what they read.
    const begin = () =>
      flushSync(() => {
        setPrinting(true)
        setPrinted({ at: new Date(), address: window.location.href })
      })
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return (
    <div className="mb-4 hidden items-baseline gap-4 border-b pb-2 text-xs print:flex">
      <span className="font-semibold text-sm">Frostline</span>
      {cluster ? <span>{cluster}</span> : null}
      {printed ? (
        <>
          <span>Printed {formatExactTime(printed.at)}</span>
          <span className="ml-auto break-all text-ink-2">{printed.address}</span>
        </>
      ) : null}
    </div>
  )
}
