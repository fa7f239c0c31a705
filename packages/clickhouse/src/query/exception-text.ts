/**
 * SQL for the text of a logged exception, without what the server puts around it: "Code: 499. DB::Exception: " before, and the
 * stack trace after.
 * @param exception an SQL expression
 */
export function exceptionText(exception: string, maxLength: number): string {
  const start = `splitByString(', Stack trace', ${exception})[1]`
  return `substringUTF8(replaceRegexpOne(${start}, '^Code: [0-9]+[.] (DB::Exception: )?(Message: )?', ''), 1, ${maxLength})`
}
