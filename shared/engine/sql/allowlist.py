"""What a query may be made of: kinds of syntax nodes, and the functions that sqlglot knows only by name.

Left off on purpose. `repeat`, `lpad`, `printf`, `format`, `levenshtein`: they cannot be interrupted, nor does the
memory limit bound them. lambdas, comprehensions: lists out of nothing; `unnest` may only take apart what was cut from a
cell, or a column, VALUES and PIVOT hold no more than somebody has written down, and `range` counts off so many rows
between written bounds. Paths into JSON
name keys and places: wildcards multiply. Clocks and chance
(`now`, `current_date`, `random`, `uuid`, TABLESAMPLE): a receipt must replay to the same number, and "today" is
the time of asking, written as a literal.
"""

from sqlglot import exp

STRUCTURE: frozenset[type[exp.Expr]] = frozenset(
    {
        # queries
        exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit,
        exp.LimitOptions, exp.Offset, exp.Qualify, exp.Distinct, exp.With, exp.CTE, exp.Subquery, exp.Union, exp.Except,
        exp.Intersect, exp.Table, exp.TableAlias, exp.Lateral, exp.Rollup, exp.Cube, exp.GroupingSets, exp.Grouping,
        exp.GroupingId, exp.PivotAlias,
        # names and values
        exp.Column, exp.Identifier, exp.Alias, exp.Star, exp.Literal, exp.Null, exp.Boolean, exp.Var, exp.Tuple,
        exp.Paren, exp.Array, exp.Bracket, exp.Slice, exp.Interval, exp.DataType, exp.DataTypeParam,
        # operators
        exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.Pow, exp.Neg, exp.EQ, exp.NEQ, exp.GT, exp.GTE,
        exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ, exp.Is, exp.And, exp.Or, exp.Not, exp.Between, exp.In,
        exp.Like, exp.ILike, exp.Escape, exp.SimilarTo, exp.Glob, exp.DPipe, exp.Exists, exp.Any, exp.All,
        exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor,
        # conditions, casts, windows
        exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Greatest, exp.Least, exp.Cast, exp.TryCast, exp.Window,
        exp.WindowSpec, exp.WithinGroup, exp.Filter, exp.IgnoreNulls, exp.RespectNulls,
    }
)  # fmt: skip
"""The nodes that are not functions."""

FUNCTIONS: frozenset[type[exp.Expr]] = frozenset(
    {
        # aggregates
        exp.Count, exp.CountIf, exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Mode, exp.Stddev, exp.StddevPop,
        exp.StddevSamp, exp.Variance, exp.VariancePop, exp.Quantile, exp.PercentileCont, exp.PercentileDisc,
        exp.ApproxQuantile, exp.ApproxDistinct, exp.Corr, exp.CovarPop, exp.CovarSamp, exp.RegrSlope, exp.RegrIntercept,
        exp.RegrR2, exp.RegrCount, exp.RegrAvgx, exp.RegrAvgy, exp.RegrSxx, exp.RegrSyy, exp.RegrSxy, exp.Skewness,
        exp.Kurtosis, exp.AnyValue, exp.First, exp.Last, exp.ArgMax, exp.ArgMin, exp.LogicalAnd, exp.LogicalOr,
        exp.GroupConcat, exp.ArrayAgg,
        # windows
        exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Ntile, exp.Lag, exp.Lead,
        exp.FirstValue, exp.LastValue, exp.NthValue,
        # numbers
        exp.Abs, exp.Ceil, exp.Floor, exp.Round, exp.Trunc, exp.Sign, exp.Sqrt, exp.Cbrt, exp.Exp, exp.Ln, exp.Log,
        exp.Pi, exp.Radians, exp.Degrees, exp.Sin, exp.Cos, exp.Tan, exp.Asin, exp.Acos, exp.Atan, exp.Atan2, exp.IsNan,
        exp.IsInf,
        # text
        exp.Lower, exp.Upper, exp.Length, exp.Trim, exp.Substring, exp.Left, exp.Right, exp.Replace, exp.Concat,
        exp.ConcatWs, exp.StrPosition, exp.StartsWith, exp.EndsWith, exp.Contains, exp.SplitPart, exp.RegexpLike,
        exp.RegexpExtract, exp.RegexpReplace, exp.RegexpFullMatch,
        # lists cut from a cell, and values inside JSON
        exp.Split, exp.RegexpExtractAll, exp.Explode, exp.ArraySize, exp.ArrayContains, exp.JSONExtract,
        exp.JSONExtractScalar,
        # times
        exp.TimestampTrunc, exp.DateTrunc, exp.Extract, exp.DateDiff, exp.DateAdd, exp.Year, exp.Month, exp.Day,
        exp.Quarter, exp.Week, exp.WeekOfYear, exp.DayOfWeek, exp.DayOfWeekIso, exp.DayOfYear, exp.DayOfMonth, exp.Hour,
        exp.Minute, exp.Second, exp.Dayname, exp.Monthname, exp.LastDay, exp.DateFromParts, exp.TimestampFromParts,
        exp.TimeToStr, exp.StrToTime, exp.TimeToUnix, exp.ToDays, exp.DateBin, exp.Date, exp.Timestamp,
    }
)  # fmt: skip
"""The functions that have a node of their own."""

_NAMES = """
    mean count_star mad entropy kurtosis_pop favg fsum kahan_sum sem product geomean geometric_mean histogram
    list_cosine_similarity
    fmod even gcd lcm gamma lgamma isfinite list_sum list_avg list_min list_max
    strip_accents nfc_normalize prefix suffix strlen json_array_length json_valid
    date_part datepart date_sub datesub yearweek isoyear weekday century decade era millisecond microsecond age
    try_strptime to_years to_quarters to_months to_weeks to_hours to_minutes to_seconds julian
"""
NAMES = frozenset(_NAMES.split())
"""The functions that sqlglot knows only by name, in lower case."""

TYPES: frozenset[exp.DType] = frozenset(
    {
        exp.DType.BOOLEAN, exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT, exp.DType.INT128,
        exp.DType.UTINYINT, exp.DType.USMALLINT, exp.DType.UINT, exp.DType.UBIGINT, exp.DType.FLOAT, exp.DType.DOUBLE,
        exp.DType.DECIMAL, exp.DType.TEXT, exp.DType.VARCHAR, exp.DType.DATE, exp.DType.TIME, exp.DType.TIMESTAMP,
        exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPNTZ, exp.DType.DATETIME, exp.DType.INTERVAL,
    }
)  # fmt: skip
"""The types that a value may be cast to."""

_SELECT_PARTS = "with_ expressions distinct from_ joins where group having qualify windows order limit offset"
SELECT_PARTS = frozenset(_SELECT_PARTS.split())
TABLE_PARTS: frozenset[str] = frozenset({"this", "alias", "joins", "pivots"})
LATERAL_PARTS: frozenset[str] = frozenset({"this", "alias"})
WITH_PARTS: frozenset[str] = frozenset({"expressions"})
"""The parts of these nodes that may be filled: not INTO, FOR UPDATE, USING SAMPLE, RECURSIVE."""
_PIVOT_PARTS = "expressions fields group alias columns pivot_column_naming"
PIVOT_PARTS = frozenset(_PIVOT_PARTS.split())
"""Those of a PIVOT: not UNPIVOT, nor a list of values that another query gives."""

SENTENCES: dict[str, str] = {
    "pivots": "PIVOT takes values that are written out, as in FROM t PIVOT (sum(x) FOR y IN ('a', 'b')); "
    "UNPIVOT is not available.",
    "CurrentDate": "The clock is not available in a query; write the day as a literal, as in DATE '2024-05-01'.",
    "CurrentTimestamp": "The clock is not available in a query; write the time as a literal.",
    "Format": "format is not available; numbers are written out by the one who tells them.",
}
"""What is told where a part is refused that is asked for in good faith."""
