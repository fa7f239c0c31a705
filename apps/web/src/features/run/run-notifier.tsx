'use client'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKeptValue } from '../../browser/kept-value.ts'
import { useTRPC } from '../../trpc/context.ts'
import { useReadAfterChanges } from '../../trpc/use-read-after-changes.ts'
import { activityKinds } from '../activity/activity.ts'
import { takeRun, type WatchedRun, watchedRuns } from './watched-runs.ts'

/** Notifies once when a watched run ends, on any page of the console. It shows nothing. */
export function RunNotifier() {
  const trpc = useTRPC()
  const watched = useKeptValue(watchedRuns)
  const queries = useQueries({
    queries: watched.map(({ id }) =>
      trpc.runs.list.queryOptions({ text: id, state: 'ended', limit: 1 }, { refetchInterval: 10_000 }),
    ),
  })
  useReadAfterChanges(activityKinds, () => {
    for (const query of queries) void query.refetch()
  })
  const ended = watched.flatMap((run, index) => {
    const found = queries[index]?.data?.runs.find(({ id }) => id === run.id)
    return found ? [{ run, status: found.status }] : []
  })
  useEffect(() => {
    for (const { run, status } of ended) if (takeRun(run.id)) notify(run, status)
  }, [ended])
  return null
}

function notify({ id, name, href }: WatchedRun, status: string): void {
  // A browser that shows the same tag twice replaces it.
  const notification = new Notification(`${name}: ${status}`, { body: 'The run has ended.', tag: id })
  notification.onclick = () => {
    window.focus()
    window.location.assign(href)
    notification.close()
  }
}
