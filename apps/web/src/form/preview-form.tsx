import { Button } from '@frostline/ui'
import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormFrame } from './form-frame.tsx'

interface PreviewFormProps<Input> {
  form: { value: unknown; showFaults: () => void }
  /** Accessible name. */
  label: string
  /** What the form asks for now. Null: it has faults. */
  input: Input | null
  /** Beside the button of the preview. */
  actions?: ReactNode
  /** The preview of what was asked for. `outdated`: the form has changed since. */
  preview: (asked: Input, outdated: boolean) => ReactNode
  /** The panels of the form. */
  children: ReactNode
}

/** What and where; then its preview, from which it is started. */
export function PreviewForm<Input>({
  form,
  label,
  input,
  actions,
  preview,
  children,
}: PreviewFormProps<Input>) {
  const [asked, setAsked] = useState<Input | null>(null)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FormFrame
        form={form}
        label={label}
        onSubmit={() => setAsked(input)}
        className="grid items-start xl:grid-cols-2"
      >
        {children}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon={<Eye aria-hidden />}>
            Preview
          </Button>
          {actions}
        </div>
      </FormFrame>
      {asked === null ? null : preview(asked, JSON.stringify(asked) !== JSON.stringify(input))}
    </div>
  )
}
