/** How far back the logs are read, in hours. */
export const windowChoices = ['1', '24', '168', '720'] as const
export type WindowChoice = (typeof windowChoices)[number]

export const windowLabels: Readonly<Record<WindowChoice, string>> = {
  1: 'Last hour',
  24: 'Last day',
  168: 'Last 7 days',
  720: 'Last 30 days',
}
