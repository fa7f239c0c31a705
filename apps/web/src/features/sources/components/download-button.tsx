'use client'
import { Button, buttonClasses, CopyButton, ErrorState, RelativeTime } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Download, Link2 } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { ObjectAt } from '../source.ts'

/** A link is made when it is asked for, since each stands in the audit. */
export function DownloadButton({ at }: { at: ObjectAt }) {
  const trpc = useTRPC()
  const link = useMutation(trpc.sources.createDownloadLink.mutationOptions())
  return (
    <div className="flex flex-col gap-2">
      {link.data ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
          <a href={link.data.url} rel="noreferrer" className={buttonClasses('primary')}>
            <Download aria-hidden /> Download
          </a>
          <CopyButton text={link.data.url} label="Copy link" />
          <span>
            Anyone with the link can read the object. It expires <RelativeTime at={link.data.expiresAt} />.
          </span>
        </p>
      ) : (
        <Button
          className="self-start"
          icon={<Link2 aria-hidden />}
          busy={link.isPending}
          onClick={() => link.mutate(at)}
        >
          Create download link
        </Button>
      )}
      {link.error ? <ErrorState error={reportError(link.error, 'create a link')} /> : null}
    </div>
  )
}
