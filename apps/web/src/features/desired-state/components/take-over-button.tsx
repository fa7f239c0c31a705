'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import type { ManagedObject } from '../change-set.ts'
import { useTakeOver } from '../hooks/use-desired-state.ts'

/** Asks first: the next apply of the file manages it again. */
export function TakeOverButton({ of: { address, title, file } }: { of: ManagedObject }) {
  const takeOver = useTakeOver()
  return (
    <ConfirmDialog
      title={`Take over the ${title}?`}
      description={`It can be changed in the console then. The next apply of the file ${file} manages it again, unless you remove it from the file.`}
      confirmLabel="Take over"
      cancelLabel="Cancel"
      onConfirm={async () => void (await takeOver.mutateAsync({ address }))}
      trigger={
        <Button size="sm" aria-label={`Take over ${title}`}>
          Take over
        </Button>
      }
    />
  )
}
