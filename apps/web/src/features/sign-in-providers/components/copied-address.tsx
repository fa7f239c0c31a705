import { CopyButton } from '@frostline/ui'

/** An address to enter at the provider. */
export function CopiedAddress({ label, address }: { label: string; address: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 select-all break-all font-mono text-xs">{address}</code>
      <CopyButton text={address} label={`Copy the ${label}`} />
    </span>
  )
}
