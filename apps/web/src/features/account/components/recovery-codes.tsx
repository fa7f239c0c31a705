import { Button, CopyButton } from '@frostline/ui'

/** Shown once. They are part of the page, so that a stray click does not lose them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section
      aria-label="Recovery codes"
      className="flex flex-col gap-2 rounded-lg border border-warn bg-warn-soft px-4 py-3"
    >
      <div role="status">
        <h3 className="font-medium">Save your recovery codes</h3>
        <p className="text-ink-2 text-xs">
          Each of them works once in place of a code, if you lose the app. They are shown only now.
        </p>
      </div>
      <div className="flex items-start gap-2 rounded-md border bg-surface py-2 pr-1 pl-3">
        <ul className="grid flex-1 grid-cols-2 gap-x-4 gap-y-1 font-mono text-xs">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label="Copy the recovery codes" />
      </div>
      <Button size="sm" className="self-start" onClick={onDone}>
        I have saved them
      </Button>
    </section>
  )
}
