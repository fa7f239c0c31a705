/** How long restored rows can be kept. */
export const keepChoices = [
  { value: 'for-ever', label: 'Until somebody deletes them' },
  { value: '1', label: '1 day' },
  { value: '3', label: '3 days' },
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
]

export function daysOf(choice: string): number | null {
  return choice === 'for-ever' ? null : Number(choice)
}
