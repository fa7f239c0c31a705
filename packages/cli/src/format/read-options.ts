import { InvalidArgumentError } from 'commander'

/** For `.option(…, readCount)`. */
export function readCount(given: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(given)
}

/** For options that take a list: repeated, or separated by commas. */
export function readList(given: string, before: readonly string[] = []): string[] {
  return [
    ...before,
    ...given
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ]
}
