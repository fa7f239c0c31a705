import type { MissedRunRule } from '@frostline/domain'
import { RadioGroup, type RadioGroupProps } from '@frostline/ui'

interface MissedRunsFieldProps extends Pick<RadioGroupProps<MissedRunRule>, 'value' | 'onValueChange'> {
  /** The schedule has hours in which its runs start. */
  withWindow?: boolean
}

/** What becomes of a run that came due while no worker was running. */
export function MissedRunsField({ withWindow = false, ...field }: MissedRunsFieldProps) {
  return (
    <RadioGroup
      {...field}
      label="If no worker was running at the due time"
      options={[
        {
          value: 'catch_up',
          label: 'Catch up once',
          description: `One run as soon as a worker is back${withWindow ? ' and the window is open' : ''}, even if several were missed.`,
        },
        { value: 'skip', label: 'Skip the run', description: 'The next run is at the next due time.' },
      ]}
    />
  )
}
