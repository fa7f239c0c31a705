import type { AlertSeverity, RuleMetric } from '@frostline/domain'
import { minWindowMinutes } from '@frostline/domain'
import { z } from 'zod'
import { choice, fault, requiredText } from '@/form/field-schemas.ts'
import type { CustomRule } from './alert.ts'

const wholeNumber = (message: string) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,5}$/.test(text), message)
    .transform(Number)

/** A custom rule as typed, and the API's input. */
export const customRuleForm = z
  .object({
    name: requiredText('Enter a name.'),
    /** An id, or `all`. */
    clusterId: z.string(),
    metric: choice<RuleMetric>(),
    comparison: choice<'above' | 'below'>(),
    threshold: z
      .string()
      .trim()
      .refine((text) => text !== '' && Number.isFinite(Number(text)), 'Enter a number.')
      .transform(Number),
    windowMinutes: wholeNumber('Enter minutes.'),
    holdSeconds: wholeNumber('Enter seconds.'),
    clearSeconds: wholeNumber('Enter seconds.'),
    severity: choice<AlertSeverity>(),
    enabled: z.boolean(),
  })
  .superRefine(({ metric, windowMinutes }, context) => {
    const least = minWindowMinutes(metric)
    if (windowMinutes < least || windowMinutes > 1_440)
      fault(context, ['windowMinutes'], `Enter ${least} to 1,440 minutes.`)
  })
  .transform(({ clusterId, ...draft }) => ({ ...draft, clusterId: clusterId === 'all' ? null : clusterId }))

export type CustomRuleDraft = z.input<typeof customRuleForm>

/** For an existing rule, or for a new one. */
export function draftOfCustomRule(rule: CustomRule | null): CustomRuleDraft {
  return {
    ...{ name: rule?.name ?? '', clusterId: rule?.clusterId ?? 'all' },
    ...{ metric: rule?.metric ?? 'disk-used-percent', comparison: rule?.comparison ?? 'above' },
    ...{ threshold: String(rule?.threshold ?? 85), windowMinutes: String(rule?.windowMinutes ?? 10) },
    ...{ holdSeconds: String(rule?.holdSeconds ?? 300), clearSeconds: String(rule?.clearSeconds ?? 300) },
    ...{ severity: rule?.severity ?? 'warning', enabled: rule?.enabled ?? true },
  }
}
