import { formatBytes, RelativeTime, StatusPill, type Tone } from '@frostline/ui'
import type { ConfigTarget } from '../hooks/use-config-target.ts'

/** A worker's check of each node's folder, and who restarts the node. */
export function FolderFindings({ target }: { target: ConfigTarget }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-3 text-xs" role="status">
        {target.state === 'waiting' ? (
          'A worker is checking the folders. The result appears within seconds.'
        ) : (
          <>
            Checked by worker {target.checkedBy ?? 'nobody'}
            {target.checkedAt ? (
              <>
                {' '}
                <RelativeTime at={target.checkedAt} />
              </>
            ) : null}
            .
          </>
        )}
      </p>
      <ul aria-label="Folder of each node" className="flex flex-col gap-2 text-sm">
        {target.nodes.map((each) => (
          <li key={each.node}>
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-mono text-xs">{each.node}</span>
              <StatusPill tone={verdictOf(target, each).tone}>{verdictOf(target, each).text}</StatusPill>
              {each.restart ? (
                <span className="text-ink-3 text-xs">
                  {each.restart === 'supervisor' ? 'restarted by Frostline' : 'restarted manually'}
                </span>
              ) : null}
              {each.fileBytes === null ? null : (
                <span className="text-ink-3 text-xs">
                  {target.fileName} has {formatBytes(BigInt(each.fileBytes))}
                </span>
              )}
            </p>
            <p className="break-all font-mono text-ink-2 text-xs">{each.folder}</p>
            {each.fault ? <p className="break-words text-danger-ink text-xs">{each.fault}</p> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function verdictOf(
  target: ConfigTarget,
  { fault }: ConfigTarget['nodes'][number],
): { tone: Tone; text: string } {
  if (fault !== null) return { tone: 'danger', text: 'cannot be written' }
  return target.state === 'waiting'
    ? { tone: 'accent', text: 'being checked' }
    : { tone: 'ok', text: 'can be written' }
}
