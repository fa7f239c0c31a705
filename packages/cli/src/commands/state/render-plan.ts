import type { Answer } from '../../api/client.ts'
import { formatCountOf } from '../../format/quantities.ts'
import { printable } from '../../format/render-table.ts'

export type StatePlan = Answer<'POST /state/plan'>
type Change = StatePlan['changes'][number]

const signs: Record<Change['action'], string> = { create: '+', update: '~', replace: '±', remove: '-' }
const verbs: Record<Change['action'], string> = {
  create: 'create',
  update: 'change',
  replace: 'remove and create again',
  remove: 'remove',
}

/** A plan as a diff. */
export function renderPlan(plan: StatePlan): string {
  const { changes, skipped, released, newlyManaged, missingSecrets, needsApproval } = plan
  const parts = [
    ...changes.map(renderChange),
    ...(skipped.length > 0
      ? [['Left out:', ...skipped.map((text) => `  ${printable(text)}`)].join('\n')]
      : []),
    ...(released.length > 0
      ? [
          [
            'No longer managed, and left as they are:',
            ...released.map((address) => `  ${printable(address)}`),
          ].join('\n'),
        ]
      : []),
    summarize(plan),
    ...(newlyManaged.length > 0
      ? [
          `An apply also begins to manage ${formatCountOf(newlyManaged.length, 'object')} that are as the file says.`,
        ]
      : []),
    ...(missingSecrets.length > 0
      ? [`Secrets without a value here: ${missingSecrets.map(printable).join(', ')}.`]
      : []),
    ...(needsApproval ? ['A second person has to approve the change set in the console.'] : []),
  ]
  return parts.join('\n\n')
}

export function summarize({ changes, unchanged }: Pick<StatePlan, 'changes' | 'unchanged'>): string {
  const same = `${formatCountOf(unchanged, 'object')} ${unchanged === 1 ? 'is' : 'are'} as the file says.`
  if (changes.length === 0) return `Nothing to change. ${same}`
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length
  const counts = (Object.keys(signs) as Change['action'][])
    .map((action) => [count(action), verbs[action]] as const)
    .filter(([number]) => number > 0)
    .map(([number, verb]) => `${number} to ${verb}`)
  return `Plan: ${counts.join(', ')}. ${same}`
}

function renderChange(change: Change): string {
  const { action, title, address, fields, newSecret, secretRefs, loss, blocked, notes } = change
  const isNew = action === 'create'
  return [
    `${signs[action]} ${verbs[action]} ${printable(title)}  (${printable(address)})`,
    ...(action === 'remove' ? [] : fields.map((field) => `    ${renderField(field, isNew)}`)),
    ...(newSecret ? secretRefs.map((ref) => `    secret: ${printable(ref)} (stored anew)`) : []),
    ...(loss === null ? [] : [`    # ${loss}`]),
    ...notes.map((note) => `    # ${printable(note)}`),
    ...(blocked === null ? [] : [`    Blocked: ${printable(blocked)}`]),
  ].join('\n')
}

function renderField({ path, before, after }: Change['fields'][number], isNew: boolean): string {
  const name = path === '' ? 'all' : path
  const text = isNew ? `${name}: ${after ?? 'none'}` : `${name}: ${before ?? 'none'} → ${after ?? 'none'}`
  return printable(text)
}

/** For a comment on a pull request. */
export function renderMarkdown(plan: StatePlan): string {
  const lines = renderPlan(plan).split('\n')
  const isSign = (line: string) => /^[+~±-] /.test(line)
  const diff = lines.map((line) => (isSign(line) ? line.replace(/^[~±]/, '!') : `  ${line}`)).join('\n')
  const safe = diff.replaceAll('```', "'''")
  return [`**${summarize(plan)}**`, '', '```diff', safe, '```'].join('\n')
}
