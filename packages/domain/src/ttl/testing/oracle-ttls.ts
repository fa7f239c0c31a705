/** The table for the oracle's TTLs; its columns have names that are also words of the grammar. */
export const oracleTable = `
(
    k String, d Date, at DateTime, at64 DateTime64(3), d32 Date32, d2 Date, \`a b\` DateTime, \`a\`\`b\` DateTime,
    \`to\` DateTime, \`delete\` DateTime, \`where\` UInt8, \`set\` UInt8, \`group\` Date, \`interval\` DateTime,
    n UInt32, x Int64, s String, arr Array(UInt8)
)
ENGINE = MergeTree ORDER BY (k, toStartOfDay(at))`

/** Expressions that the server accepts; `age` says whether a row of the editor can represent them. */
export const oracleExpressions: readonly { text: string; age: boolean }[] = [
  { text: 'd', age: true },
  { text: 'at + INTERVAL 30 DAY', age: true },
  { text: 'at64 + INTERVAL 3 MONTHS', age: true },
  { text: 'd32 + INTERVAL 1 QUARTER', age: true },
  { text: "at + INTERVAL '2 week'", age: true },
  { text: 'toDate(at) + toIntervalYear(1)', age: true },
  { text: 'toDateTime(at64) + INTERVAL 12 HOUR', age: true },
  { text: '`a b` + INTERVAL 90 MINUTE', age: true },
  { text: '"a`b" + INTERVAL 5 SECOND', age: true },
  { text: 'to + INTERVAL 1 DAY', age: true },
  { text: 'delete', age: true },
  { text: '`group` + INTERVAL 1 MM', age: true },
  { text: '`interval` /* of , TO */ + INTERVAL 1 DAY -- so far\n', age: true },
  { text: "at + INTERVAL '1' DAY", age: false },
  { text: 'at - INTERVAL 1 DAY', age: false },
  { text: 'at + INTERVAL 1 DAY + INTERVAL 2 HOUR', age: false },
  { text: '(d + INTERVAL 1 DAY)', age: false },
  { text: 'at + INTERVAL n DAY', age: false },
  { text: "at + toIntervalDay(if(s = 'a, b', 1, 2))", age: false },
  { text: 'INTERVAL 1 DAY + at', age: false },
  { text: 'if(x > 0, d, d2) + INTERVAL 1 DAY', age: false },
  { text: 'CASE WHEN x > 0 AND NOT n = 1 THEN d ELSE d2 END', age: false },
  { text: 'x > 0 ? d : d2', age: false },
  { text: 'greatest(d, d2) + INTERVAL 1 DAY', age: false },
  { text: 'arrayMax([d, d2])', age: false },
  { text: 'toStartOfMonth(at) + INTERVAL 2 MONTH', age: false },
  { text: "toDateTime(at64, 'UTC') + INTERVAL 1 DAY", age: false },
  { text: "parseDateTimeBestEffort(concat('2020-01-0', $$1$$)) + toIntervalSecond(n)", age: false },
  { text: 'd::Date + 7', age: false },
  { text: 'addDays(d, arr[1])', age: false },
  { text: 'date_add(DAY, 3, d)', age: false },
  { text: "CAST(at, 'DateTime(\\'UTC\\')') + INTERVAL 1 DAY", age: false },
]

/** Actions that the server accepts, and how they parse. */
export const oracleActions: readonly { text: string; kind: string }[] = [
  { text: '', kind: 'delete' },
  { text: 'DELETE', kind: 'delete' },
  { text: "delete WHERE s = 'it\\'s, TO VOLUME' AND x BETWEEN 1 AND 2", kind: 'delete where' },
  { text: 'WHERE where AND NOT `set`', kind: 'delete where' },
  { text: "WHERE s IN ('a', 'b') OR (s LIKE '%\\\\_x%' AND has(arr, 1))", kind: 'delete where' },
  { text: "TO DISK 'default'", kind: 'move disk' },
  { text: "to disk if exists 'no such, disk'", kind: 'move disk' },
  { text: "TO VOLUME IF EXISTS 'a''b\\\\c'", kind: 'move volume' },
  { text: 'TO VOLUME $v$default$v$', kind: 'move volume' },
  { text: 'RECOMPRESS CODEC(ZSTD(17))', kind: 'recompress' },
  { text: 'recompress codec(Delta(4), LZ4HC(10))', kind: 'recompress' },
  { text: 'GROUP BY k SET x = max(x), s = any(s)', kind: 'group-by' },
  {
    text: 'GROUP BY k, toStartOfDay(at) SET `n` = argMax(n, if(x = 1, 2, 3)), arr = groupUniqArrayArray(arr)',
    kind: 'group-by',
  },
  { text: 'group by k', kind: 'group-by open' },
]

/** Several rules at once, as people write them. */
export const oracleLists: readonly string[] = [
  "d + INTERVAL 1 DAY TO VOLUME 'default', d + INTERVAL 1 YEAR DELETE",
  "at TO DISK 'default', at + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD(3)), at + INTERVAL 9 DAY",
  "at GROUP BY k SET x = sum(x), at + INTERVAL 1 DAY DELETE WHERE x = 1, d + INTERVAL 2 DAY TO VOLUME 'default'",
  'd, at WHERE x = 1, at + INTERVAL 1 DAY WHERE x = 2, at64 GROUP BY k',
  "to TO VOLUME 'default', `group` GROUP BY k SET x = max(x), `set` = max(`set`), where + d",
  "at RECOMPRESS CODEC(LZ4), at + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD), at + INTERVAL 2 DAY RECOMPRESS CODEC(LZ4HC(12)), d TO VOLUME IF EXISTS 'cold'",
]
