'use client'
import { Checkbox } from '@frostline/ui'
import { useState } from 'react'
import { useKeptValue } from '../../browser/kept-value.ts'
import { takeRun, type WatchedRun, watchedRuns, watchRun } from './watched-runs.ts'

/** Asks the browser for its permission when it is checked. RunNotifier sends the notification. */
export function NotifyWhenEnded({ run }: { run: WatchedRun }) {
  const watched = useKeptValue(watchedRuns).some(({ id }) => id === run.id)
  const [refused, setRefused] = useState<string | null>(null)
  const change = async (checked: boolean) => {
    setRefused(null)
    if (!checked) return void takeRun(run.id)
    if (typeof Notification === 'undefined')
      return setRefused('This browser has no notifications. Open the console over HTTPS.')
    const permission = await Notification.requestPermission()
    if (permission === 'granted') watchRun(run)
    else setRefused('Notifications are blocked. Allow them for this site in the browser, then try again.')
  }
  return (
    <div className="flex flex-col gap-1">
      <Checkbox checked={watched} onCheckedChange={(checked) => void change(checked)}>
        Notify me when it ends
      </Checkbox>
      <p role="status" className="text-warn-ink text-xs empty:hidden">
        {refused}
      </p>
    </div>
  )
}
