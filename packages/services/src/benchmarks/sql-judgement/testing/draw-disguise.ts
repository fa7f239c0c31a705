import fc from 'fast-check'

export interface Planted {
  /** Path of a file that the engine can read. */
  path: string
  secret: string
  /** `database.table` that contains the secret. */
  table: string
}

/** What some engine or reader may take for white space or for nothing, and comments. */
const blanks = [
  ...['', '', '', '', ' ', '  ', '\t', '\n', '\r', '\f', '\v', '\u0085', '\u00a0', '\u180e', '\u1680'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000'],
  ...[
    '\u2000',
    '\u2003',
    '\u2009',
    '\u200a',
    '\u00ad',
    '\u200e',
    '/**/',
    '/* x */',
    '-- x\n',
    '# x\n',
    '#!\n',
    '// x\n',
  ],
]
const blank = fc.oneof(
  { arbitrary: fc.constant(''), weight: 8 },
  { arbitrary: fc.constantFrom(...blanks), weight: 2 },
)

/** Names that the engine knows, in the spellings it may accept. */
function names(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constant(name), weight: 5 },
    fc.constantFrom(
      ...[name.toUpperCase(), `\`${name}\``, `"${name}"`, `\`\\x${hexOf(name[0])}${name.slice(1)}\``],
      ...[`${name}\u200b`, `“${name}”`, `system.${name}`, name[0]?.toUpperCase() + name.slice(1)],
    ),
  )
}

function hexOf(sign = ''): string {
  return sign.charCodeAt(0).toString(16)
}

/** A string, plain or built from others. */
function texts(text: string): fc.Arbitrary<string> {
  const half = Math.floor(text.length / 2)
  const hex = Buffer.from(text).toString('hex')
  return fc.constantFrom(
    `'${text}'`,
    `concat('${text.slice(0, half)}', '${text.slice(half)}')`,
    `'${text.slice(0, half)}' || '${text.slice(half)}'`,
    `unhex('${hex}')`,
    `reverse('${[...text].reverse().join('')}')`,
    `'\\x${hexOf(text[0])}${text.slice(1)}'`,
    `$$${text}$$`,
    `arrayStringConcat(['${text.slice(0, half)}', '${text.slice(half)}'])`,
  )
}

/** Calls and reads that must be rejected. `~` separates tokens. */
function attacks({ path, secret, table }: Planted): fc.Arbitrary<string> {
  const [, bare = ''] = table.split('.')
  const read = names('file')
  const p = texts(path)
  const s = texts(secret)
  const tables = fc.constantFrom(
    table,
    table.replace('.', '~.~'),
    `\`${table.replace('.', '`.`')}\``,
    bare,
    `(${table})`,
  )
  const inWord = fc.constantFrom('IN', 'in', 'NOT IN', 'GLOBAL IN', 'GLOBAL NOT IN')
  const inCall = fc.constantFrom('in', 'notIn', 'globalIn', 'nullIn', 'notNullIn', 'inIgnoreSet', 'IN')
  const higher = fc.constantFrom(
    'arrayMap',
    'arrayFilter',
    'arrayFirst',
    'arraySort',
    'arrayCount',
    'arrayMin',
    'mapApply',
  )
  const t = fc.tuple(read, p, tables, s, higher).chain(([f, path_, from, secret_, map]) =>
    fc.oneof(
      fc.constantFrom(
        `${f}~(~${path_}~)`,
        `${f}~(~${path_}~,~'none'~)`,
        `arrayMap~(~${f}~,~[~${path_}~]~)~[1]`,
        `${map}~(~${f}~,~[~${path_}~]~)`,
        `${map}~(~x~->~${f}(x)~,~[~${path_}~]~)`,
        `arrayMap~((x,~y)~->~concat(x,~${f}(y)),~['a'],~[${path_}])[1]`,
        `arrayMap(${f}~->~${f}(${path_}),~[1])[1]`,
        `arrayMap(lambda(tuple(x), ${f}(x)), [${path_}])[1]`,
        `arrayMap(x -> arrayMap(${f}, [x])[1], [${path_}])[1]`,
        `mapApply((k,v)~->~(k,${f}(v)),~map('a',${path_}))['a']`,
        `toUInt8(arrayMap(${f}, [${path_}])[1])`,
        `throwIf(1,~${f}(${path_}))`,
        `(~SELECT~*~FROM~${f}(${path_}, 'RawBLOB')~)`,
        `(SELECT~${f}(${path_}))`,
        `(~SELECT~any(secret)~FROM~${from}~)`,
        `(WITH x AS (SELECT * FROM ${from}) SELECT secret FROM x)`,
        `exists(SELECT 1 FROM ${from})`,
        `(${secret_}) IN (SELECT secret FROM ${from})`,
        `joinGet('shop.joined',~'secret',~'k')`,
        `joinGetOrNull('shop.joined',~'secret',~'k')`,
        `dictGet('shop.dictionary',~'secret',~toUInt64(1))`,
        `dictGetString('shop.dictionary', 'secret', toUInt64(1))`,
        `dictGetOrDefault('shop.dictionary', 'secret', toUInt64(1), '')`,
        `disguised(${path_})`,
        `arrayMap(disguised, [${path_}])[1]`,
        `tostring(${path_})`,
        `uPPer(${path_})`,
        `(${f}(${path_})~AS~a)`,
        `(1 AS file) + arrayMap(file, [${path_}])[1]`,
        `1)~,~(${f}(${path_})`,
        `1~) FROM ${from} --`,
        `1) UNION ALL SELECT (${f}(${path_})`,
        `1) SETTINGS max_threads = (1`,
        `1 FORMAT Null`,
        `* APPLY(${f})`,
        `COLUMNS('text')~APPLY(x -> ${f}(x))`,
        `* REPLACE(${f}(${path_}) AS text)`,
        `{s3_url: String}`,
        `arrayReduce('any', [${f}(${path_})])`,
        `arrayReduce('groupArray', arrayMap(${f}, [${path_}]))`,
        `finalizeAggregation(initializeAggregation('anyState', ${f}(${path_})))`,
        `any(${f}(${path_})) OVER ()`,
        `sum(length(${f}(${path_})))`,
        `catboostEvaluate(${path_}, 1)`,
        `getSetting('log_comment')`,
        `getMacro('shard')`,
        `hasColumnInTable('shop',~'${bare}',~'secret')`,
        `text.${f}(${path_})`,
        `CAST(${f}(${path_})~AS~String)`,
        `${f}(${path_})~::~String`,
        `tupleElement((${f}(${path_}), 1), 1)`,
        `if(id > 0, ${f}(${path_}), '')`,
        `CASE WHEN id > 0 THEN ${f}(${path_}) END`,
        `[${f}(${path_})]~[1]`,
        `{'a': ${f}(${path_})}`,
        `\`text\n      Function upper\` || ${f}(${path_})`,
        `view(SELECT ${f}(${path_}))`,
        `(${secret_})~IN~(merge('shop',~'${bare}'))`,
        `(${secret_})~IN~(view(SELECT secret FROM ${from}))`,
        `(${secret_})~IN~(format(LineAsString,~${f}(${path_})))`,
        `(${secret_})~IN~(toString(${f}(${path_})))`,
        `(${secret_})~IN~(toString(${from}))`,
        `arrayReduce('groupArray',~[${f}(${path_})])[1]`,
        `arrayReduce(${f}(${path_}),~[1])`,
        `arrayReduce('any(${f})',~[${path_}])`,
        `arrayMap((\`x y\`)~->~${f}(\`x y\`),~[${path_}])[1]`,
        `arrayMap((\`${f}\`)~->~arrayMap(\`${f}\`, [${path_}]),~[1])[1][1]`,
        `/*~'~*/${f}(${path_})/*~'~*/`,
        `1~/*~*/,~(${f}(${path_}))/*~*/`,
        `--~\`\n${f}(${path_})--~\``,
        `(${from})`,
        `${from}`,
        `${from}.secret`,
      ),
      inWord.map((word) => `${secret_}~ ${word} ~${from}`),
      inWord.map((word) => `${secret_}~ ${word} ~${f}(${path_}, 'RawBLOB')`),
      inCall.map((call) => `${call}~(~${secret_}~,~${from}~)`),
      inCall.map((call) => `arrayMap(x -> ${call}(x, ${from}), [${secret_}])`),
    ),
  )
  return t
}

const honestWraps = [
  (x: string) => x,
  (x: string) => x,
  (x: string) => `toString(${x})`,
  (x: string) => `concat(toString(${x}), '')`,
  (x: string) => `CAST(${x} AS String)`,
  (x: string) => `CAST(CAST(${x} AS String) AS Nullable(String))`,
  (x: string) => `(${x})::String`,
  (x: string) => `if(id > 0, toString(${x}), '')`,
  (x: string) => `arrayMap(y -> toString(${x}), [1])[1]`,
  (x: string) => `tuple(${x}).1`,
  (x: string) => `coalesce(${x}, NULL)`,
  (x: string) => `[${x}][1]`,
  (x: string) => `map('a', ${x})['a']`,
  (x: string) => `(${x})`,
  (x: string) => `length(toString(${x}))`,
  (x: string) => `toUInt8(${x})`,
]
const wraps = fc.array(fc.constantFrom(...honestWraps), { maxLength: 3 })

/** An expression that tries to read the secret, in one of very many disguises. */
export function drawDisguise(planted: Planted): fc.Arbitrary<string> {
  return fc
    .tuple(attacks(planted), wraps, fc.array(blank, { minLength: 6, maxLength: 6 }))
    .map(([attack, around, gaps]) => {
      let gap = 0
      const spaced = attack.replace(/~/g, () => gaps[gap++ % gaps.length] ?? '')
      return around.reduce((inner, wrap) => wrap(inner), spaced)
    })
}
