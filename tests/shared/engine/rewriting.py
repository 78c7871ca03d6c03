"""Constructs of SQL that a rewriting may change, and expressions made of them by chance."""

import random

_JSON = """('{"a.b": 7, "a": {"b": 5, "0": 3, "c d": 1}, "x": [1, 2, {"y": 9}], "0": "zero"}')"""


def _parts(text: str) -> list[str]:
    return [part.strip().replace("@J", _JSON) for part in text.split("¦")]


EXPRESSIONS = _parts(r"""
DATE '2024-01-31' ¦ DATE '2024-01-31' + 1 ¦ DATE '2024-01-31' - DATE '2024-01-01' ¦ DATE '2024-1-5' ¦
CAST('2024-01-31 10:20:30' AS DATE) ¦ TIMESTAMP '2024-01-31 10:20:30' ¦ TIMESTAMPTZ '2024-01-31 10:20:30+02' ¦
TIME '10:20:30' ¦ CAST('2024-01-31' AS TIMESTAMP) ¦ TRY_CAST('x' AS DATE) ¦ date('2024-01-31 10:00:00') ¦
@J->>'a.b' ¦ @J->>'$.a.b' ¦ @J->'a.b' ¦ @J->>'a' ¦ @J->'a'->>'b' ¦ @J->>'/a/b' ¦ @J->>'/a.b' ¦ @J->>'$."a.b"' ¦
@J->>'x' ¦ @J->'x'->0 ¦ @J->'x'->2->>'y' ¦ @J->>'$.x[0]' ¦ @J->>'$.x[-1]' ¦ @J->>'$.x[#-1]' ¦ @J->>0 ¦ @J->>'0' ¦
@J->>'c d' ¦ @J->'a'->>'c d' ¦ @J->>'$.a."c d"' ¦ @J->>'$' ¦ @J->>'' ¦ @J->>'missing' ¦ @J->>'x[0]' ¦ @J->>'a[0]' ¦
@J->>'[0]' ¦ json_extract(@J, 'a.b') ¦ json_extract(@J, '$.a.b') ¦ json_extract_string(@J, 'a.b') ¦
json_extract_string(@J, 'a') ¦ json_extract_path_text(@J, 'a.b') ¦ json_extract(@J, '/a/b') ¦
json_array_length(@J, '$.x') ¦ (@J->>'a.b')::INT + 1 ¦ @J->>'a.b' = '7' ¦ @J->>'a' LIKE '%5%' ¦ @J->>'A.B' ¦
@J->>'it''s' ¦ @J->>'"a.b"' ¦ @J->>'a"b' ¦ @J->>'$.a' ¦ @J->>'a.b.c' ¦ @J->>'é' ¦ @J->>' a' ¦ order_id / 4 ¦
order_id // 4 ¦ -order_id // 4 ¦ (-order_id) // 4 ¦ order_id % 4 ¦ -order_id % 4 ¦ (0-order_id) % 4 ¦
mod(-order_id, 4) ¦ 7.5 // 2 ¦ 7.5 % 2 ¦ 7 / 2 ¦ 7 // 2.0 ¦ 2 ** 3 ** 2 ¦ 2 ^ 3 ^ 2 ¦ -2 ** 2 ¦ -2 ^ 2 ¦ 2 ** -1 ¦
power(2,3) ¦ pow(2, 3) ¦ 1 - 2 - 3 ¦ 1 - (2 - 3) ¦ 1 - (2 + 3) ¦ 2 * (3 + 4) ¦ 2 * (3 % 2) ¦ (2 * 3) % 4 ¦
2 * 3 % 4 ¦ 5 // 2 * 2 ¦ 5 // (2 * 2) ¦ 5 * 2 // 3 ¦ 5 * (2 // 3) ¦ 10 / 2 * 5 ¦ 10 / (2 * 5) ¦ 10 - 2 // 3 ¦
NOT true = false ¦ NOT (true = false) ¦ NOT 1 IN (1,2) ¦ (1 = 1) = true ¦ 'a' || 'b' = 'ab' ¦ 'a' || 1 + 1 ¦
1 + 1 || 'a' ¦ 1 & 3 | 4 ¦ 1 | 2 & 2 ¦ 6 & 3 = 2 ¦ (6 & 3) = 2 ¦ xor(6,3) ¦ @ -5 ¦ -(-5) ¦ - -5 ¦ +5 ¦ 1e3 ¦
1.5e-3 ¦ 5. ¦ 10_000 ¦ 1.0 ¦ 99999999999999999999 ¦ 'it''s' ¦ 'a\nb' ¦ length('a\\nb') ¦ 'a\b' ¦ '\' ¦ '%_'  ¦
'🙂' ¦ "region" ¦ "REGION" ¦ note LIKE 'customer%' ¦ note LIKE 'c\_%' ESCAPE '\' ¦ note NOT LIKE '%1%' ¦
note ILIKE 'CUSTOMER%' ¦ note NOT ILIKE 'CUSTOMER%' ¦ note ~~ 'customer%' ¦ note !~~ 'customer%' ¦
note ~~* 'CUSTOMER%' ¦ note ~ 'cust.*' ¦ note !~ 'cust.*' ¦ note ~ 'cust' ¦ note SIMILAR TO 'cust.*' ¦
note SIMILAR TO 'cust' ¦ note NOT SIMILAR TO 'cust.*' ¦ note GLOB 'cust*' ¦ note NOT GLOB 'cust*' ¦
regexp_matches(note, 'cust') ¦ regexp_matches(note, 'CUST', 'i') ¦ regexp_full_match(note, 'customer \d+') ¦
regexp_full_match(note, 'CUSTOMER \d+', 'i') ¦ regexp_extract(note, '\d+') ¦ regexp_extract(note, '(c)(u)', 2) ¦
regexp_extract(note, 'CUST', 0, 'i') ¦ regexp_extract(note, '(?i)CUST') ¦ regexp_replace(note, '[0-9]', 'x') ¦
regexp_replace(note, '[0-9]', 'x', 'g') ¦ regexp_replace(note, 'C', 'x', 'gi') ¦ regexp_extract_all(note, '\d') ¦
regexp_extract_all(note, '(c)(u)', 1) ¦ starts_with(note, 'c') ¦ note ^@ 'c' ¦ prefix(note, 'c') ¦
ends_with(note, '1') ¦ suffix(note, '1') ¦ contains(note, '1') ¦ position('m' IN note) ¦ strpos(note, 'm') ¦
instr(note, 'm') ¦ substring(note, 2, 3) ¦ substring(note FROM 2 FOR 3) ¦ substr(note, -2) ¦
substring(note, 0, 2) ¦ note[1] ¦ note[2:4] ¦ note[-1] ¦ note[:3] ¦ note[3:] ¦ note[-3:] ¦ note[1:-1] ¦
left(note, -2) ¦ right(note, -2) ¦ trim(note, 'c') ¦ trim(BOTH 'c' FROM note) ¦ trim(LEADING 'c' FROM note) ¦
trim(TRAILING '1' FROM note) ¦ ltrim(note, 'c') ¦ rtrim(note, '1') ¦ split_part(note, ' ', 1) ¦
split_part(note, ' ', -1) ¦ string_split(note, ' ') ¦ string_split(note, ' ')[1] ¦ string_split(note, ' ')[-1] ¦
string_split(note, ' ')[0] ¦ string_split(note, ' ')[1:1] ¦ string_split(note, ' ')[2:] ¦
list_contains(string_split(note, ' '), '1') ¦ array_length(string_split(note, ' ')) ¦ len(note) ¦ length(note) ¦
char_length(note) ¦ strlen('é') ¦ concat('a', NULL, 'b') ¦ concat('a', 1) ¦ concat_ws('-', 'a', NULL, 'b') ¦
'a' || NULL ¦ concat(note, region) ¦ upper(note) ¦ ucase(note) ¦ replace(note, 'c', 'd') ¦ coalesce(revenue, 0) ¦
ifnull(revenue, 0) ¦ nullif(quantity, 3) ¦ greatest(1, NULL, 3) ¦ least(1, NULL, 3) ¦ if(returned, 1, 0) ¦
if(NULL, 1, 0) ¦ CASE WHEN returned THEN 1 END ¦ CASE quantity WHEN 1 THEN 'a' WHEN NULL THEN 'b' ELSE 'c' END ¦
revenue IS DISTINCT FROM NULL ¦ revenue IS NOT DISTINCT FROM NULL ¦ revenue IS NULL ¦ revenue ISNULL ¦
revenue NOTNULL ¦ returned IS TRUE ¦ returned IS NOT TRUE ¦ returned IS FALSE ¦ returned IS NOT FALSE ¦
(returned AND NULL) IS UNKNOWN ¦ NOT returned ¦ quantity BETWEEN 2 AND 3 ¦ quantity NOT BETWEEN 2 AND 3 ¦
quantity IN (1, 2, NULL) ¦ quantity NOT IN (1, 2) ¦ quantity IN (1) ¦ quantity = ANY([1,2]) ¦
quantity = ANY(SELECT 1) ¦ quantity::VARCHAR ¦ quantity::TINYINT ¦ revenue::INT ¦ revenue::BIGINT ¦
revenue::DECIMAL(10,1) ¦ revenue::DECIMAL ¦ revenue::NUMERIC(18,4) ¦ 'abc'::VARCHAR(1) ¦ 'abc'::CHAR(2) ¦
'1 day'::INTERVAL ¦ '1 day 2 hours'::INTERVAL ¦ TRY_CAST(note AS INT) ¦ CAST(revenue AS INT) ¦ cast(2.5 as int) ¦
cast(3.5 as int) ¦ round(2.5) ¦ round(-2.5) ¦ round(3.14159, 2) ¦ round(1234, -2) ¦ trunc(-2.7) ¦ trunc(2.789, 1) ¦
ceil(2.1) ¦ ceiling(2.1) ¦ floor(-2.1) ¦ sign(-3) ¦ abs(-3) ¦ ln(2) ¦ log(100) ¦ log(2, 8) ¦ log(10, 1000) ¦
log10(1000) ¦ log2(8) ¦ log10(0.001) ¦ log2(0.3) ¦ log2(1e-5) ¦ log10(quantity) ¦ log10(revenue) ¦ exp(1) ¦
sqrt(2) ¦ cbrt(27) ¦ pi() ¦ degrees(1) ¦ radians(1) ¦ sin(1) ¦ atan2(1,2) ¦ gcd(12, 18) ¦ even(3) ¦ fmod(7.5, 2) ¦
gamma(5) ¦ lgamma(5) ¦
isnan(1.0) ¦ isinf(1.0) ¦ isfinite(1.0) ¦ greatest(1, 2.5) ¦ INTERVAL 1 DAY ¦ INTERVAL '1' DAY ¦ INTERVAL '1 day' ¦
INTERVAL '1 day 2 hours' ¦ INTERVAL '1 month 3 days' ¦ INTERVAL (quantity) MONTH ¦ INTERVAL (quantity + 1) DAY ¦
INTERVAL '-1' MONTH ¦ INTERVAL '-1 month' ¦ INTERVAL '1.5' DAY ¦ INTERVAL '1.5 days' ¦ INTERVAL 1.5 HOUR ¦
INTERVAL '1' QUARTER ¦ INTERVAL 3 QUARTERS ¦ INTERVAL 1 DECADE ¦ INTERVAL '1 week' ¦ INTERVAL 2 WEEKS ¦
INTERVAL '10:20:30' ¦ INTERVAL '1y' ¦ INTERVAL 5 MILLISECONDS ¦ INTERVAL 5 MICROSECOND ¦ INTERVAL '1 year' * 2 ¦
2 * INTERVAL '1 year' ¦ INTERVAL '90 minutes' ¦ to_days(3) ¦ to_months(quantity) ¦ order_date + INTERVAL 1 DAY ¦
order_date + INTERVAL '1 month' ¦ order_date - 1 ¦ order_date - order_date ¦ order_date - DATE '2023-01-01' ¦
shipped_at - order_date ¦ date_add(order_date, INTERVAL 1 DAY) ¦ date_add(order_date, INTERVAL '1 month') ¦
date_sub('month', order_date, DATE '2024-05-05') ¦ date_diff('month', order_date, DATE '2024-05-05') ¦
datediff('MONTH', order_date, DATE '2024-05-05') ¦ date_diff('week', order_date, DATE '2024-05-05') ¦
date_diff('day', order_date, shipped_at) ¦ date_diff('hours', order_date::TIMESTAMP, shipped_at) ¦
date_diff('d', order_date, DATE '2024-05-05') ¦ date_diff('mon', order_date, DATE '2024-05-05') ¦
date_diff('quarter', order_date, DATE '2024-05-05') ¦ date_diff('y', order_date, DATE '2024-05-05') ¦
date_diff('isoyear', order_date, DATE '2024-05-05') ¦ date_trunc('month', order_date) ¦
date_trunc('MON', order_date) ¦ date_trunc('week', shipped_at) ¦ date_trunc('w', shipped_at) ¦
date_trunc('m', shipped_at) ¦ date_trunc('minute', shipped_at) ¦ date_trunc('min', shipped_at) ¦
date_trunc('d', shipped_at) ¦ date_trunc('h', shipped_at) ¦ date_trunc('quarter', order_date) ¦
date_trunc('decade', order_date) ¦ date_trunc('isoyear', order_date) ¦ datetrunc('month', order_date) ¦
date_part('month', order_date) ¦ date_part('dow', order_date) ¦ date_part('isodow', order_date) ¦
date_part('week', order_date) ¦ date_part('epoch', order_date) ¦ date_part('doy', order_date) ¦
date_part('yearweek', order_date) ¦ date_part('m', order_date) ¦ date_part('quarter', order_date) ¦
date_part('year', INTERVAL '14 months') ¦ datepart('month', order_date) ¦ extract(month FROM order_date) ¦
extract(dow FROM order_date) ¦ extract(isodow FROM order_date) ¦ extract(week FROM order_date) ¦
extract(weekday FROM order_date) ¦ extract(dayofweek FROM order_date) ¦ extract(doy FROM order_date) ¦
extract(epoch FROM shipped_at) ¦ extract(isoyear FROM order_date) ¦ extract(century FROM order_date) ¦
extract(millisecond FROM shipped_at) ¦ extract(milliseconds FROM shipped_at) ¦ extract(second FROM shipped_at) ¦
extract('month' FROM order_date) ¦ epoch(shipped_at) ¦ year(order_date) ¦ month(order_date) ¦ day(order_date) ¦
dayofweek(order_date) ¦ isodow(order_date) ¦ weekofyear(order_date) ¦ week(order_date) ¦ dayofyear(order_date) ¦
quarter(order_date) ¦ hour(shipped_at) ¦ dayname(order_date) ¦ monthname(order_date) ¦ last_day(order_date) ¦
last_day(shipped_at) ¦ make_date(2024, 1, 31) ¦ make_timestamp(2024, 1, 31, 1, 2, 3.5) ¦
strftime(order_date, '%Y-%m') ¦ strftime('%Y-%m', order_date) ¦ strftime(shipped_at, '%H:%M') ¦
strptime('2024-01-31', '%Y-%m-%d') ¦ try_strptime('x', '%Y-%m-%d') ¦
strptime('2024-01-31', ['%d.%m.%Y', '%Y-%m-%d']) ¦ time_bucket(INTERVAL '1 week', order_date) ¦
time_bucket(INTERVAL '1 month', order_date) ¦ age(DATE '2024-05-05', order_date) ¦
age(order_date::TIMESTAMP, DATE '2022-01-01'::TIMESTAMP) ¦ order_date::VARCHAR ¦ order_date = '2023-01-01' ¦
order_date > '2023-05-01' ¦ order_date BETWEEN '2023-01-01' AND '2023-06-30' ¦
order_date >= DATE '2023-01-01' AND order_date < DATE '2023-01-01' + INTERVAL 1 MONTH ¦ shipped_at::DATE ¦
shipped_at::TIME ¦ [1,2,3][2] ¦ [1,2,3][-1] ¦ [1,2,3][1:2] ¦ list_value(1,2) ¦ [quantity, order_id] ¦ (1, 2) ¦
(quantity, order_id) = (1, 2) ¦ row_number() OVER (ORDER BY order_id) ¦ rank() OVER (ORDER BY revenue DESC) ¦
sum(quantity) OVER (ORDER BY order_id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) ¦
sum(quantity) OVER (ORDER BY order_id ROWS 2 PRECEDING) ¦
sum(quantity) OVER (ORDER BY order_id RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING) ¦
sum(quantity) OVER (ORDER BY order_date RANGE BETWEEN INTERVAL 7 DAY PRECEDING AND CURRENT ROW) ¦
sum(quantity) OVER (ORDER BY order_date RANGE BETWEEN INTERVAL '7 days' PRECEDING AND CURRENT ROW) ¦
sum(quantity) OVER (ORDER BY order_id GROUPS 1 PRECEDING) ¦
sum(quantity) OVER (ORDER BY region GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) ¦
sum(quantity) OVER (ORDER BY order_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) ¦
sum(quantity) OVER (ORDER BY region ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) ¦
sum(quantity) OVER (ORDER BY region ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) ¦
sum(quantity) FILTER (WHERE returned) OVER (PARTITION BY region) ¦ count(DISTINCT region) OVER () ¦
lag(revenue) OVER (ORDER BY order_id) ¦ lag(revenue, 2) OVER (ORDER BY order_id) ¦
lag(revenue, 1, 0) OVER (ORDER BY order_id) ¦ lag(revenue IGNORE NULLS) OVER (ORDER BY order_id) ¦
first_value(revenue IGNORE NULLS) OVER (ORDER BY order_id) ¦
last_value(revenue) OVER (PARTITION BY region ORDER BY order_id) ¦ nth_value(revenue, 2) OVER (ORDER BY order_id) ¦
ntile(4) OVER (ORDER BY order_id) ¦ percent_rank() OVER (ORDER BY revenue) ¦ cume_dist() OVER (ORDER BY revenue) ¦
dense_rank() OVER (PARTITION BY region ORDER BY revenue NULLS FIRST) ¦
rank() OVER (ORDER BY revenue ASC NULLS FIRST) ¦ rank() OVER (ORDER BY revenue DESC NULLS FIRST) ¦
rank() OVER (ORDER BY revenue DESC NULLS LAST) ¦ avg(revenue) OVER (PARTITION BY region) ¦
quantity IS NOT NULL AND NOT revenue IS NULL
""")
AGGREGATES = _parts(r"""
quantile(revenue, 0.5) ¦ quantile_cont(revenue, 0.25) ¦ quantile_cont(quantity, 0.25) ¦
quantile_disc(revenue, 0.25) ¦ quantile_cont(revenue, [0.25, 0.75]) ¦ quantile(revenue, [0.25, 0.75]) ¦
percentile_cont(0.5) WITHIN GROUP (ORDER BY revenue) ¦ percentile_cont(0.25) WITHIN GROUP (ORDER BY revenue DESC) ¦
percentile_disc(0.25) WITHIN GROUP (ORDER BY revenue) ¦
percentile_disc(0.25) WITHIN GROUP (ORDER BY revenue DESC) ¦ mode() WITHIN GROUP (ORDER BY region) ¦ mode(region) ¦
median(revenue) ¦ median(quantity) ¦ median(order_date) ¦ approx_quantile(quantity, 0.5) ¦ count(*) ¦ count() ¦
count(revenue) ¦ count(DISTINCT region) ¦ count(DISTINCT (region, category)) ¦ count(*) FILTER (WHERE returned) ¦
count(revenue) FILTER (revenue > 100) ¦ countif(returned) ¦ count_if(returned) ¦ count_if(revenue > 100) ¦
sum(returned::INT) ¦ sum(quantity) ¦ sum(DISTINCT quantity) ¦ avg(DISTINCT quantity) ¦ max(revenue, 2) ¦
min(quantity, 3) ¦ max_by(note, revenue) ¦ max_by(note, revenue, 2) ¦ arg_max(note, revenue) ¦
argmax(note, revenue) ¦ arg_min(note, revenue, 2) ¦ first(note ORDER BY order_id) ¦ last(note ORDER BY order_id) ¦
any_value(note ORDER BY order_id) ¦ string_agg(region, ',' ORDER BY order_id) ¦
string_agg(DISTINCT region, ',' ORDER BY region) ¦ group_concat(region, ',' ORDER BY order_id) ¦
listagg(region, ';' ORDER BY order_id) ¦ string_agg(region ORDER BY order_id) ¦
list(region ORDER BY order_id DESC) ¦ array_agg(region ORDER BY order_id NULLS FIRST) ¦
array_agg(DISTINCT region ORDER BY region) ¦ list(quantity ORDER BY quantity DESC, order_id) ¦
array_agg(revenue) FILTER (WHERE revenue IS NOT NULL AND order_id < 5) ¦ bool_and(returned) ¦ bool_or(returned) ¦
stddev(revenue) ¦ stddev_samp(revenue) ¦ stddev_pop(revenue) ¦ variance(revenue) ¦ var_samp(revenue) ¦
var_pop(revenue) ¦ corr(revenue, quantity) ¦ covar_pop(revenue, quantity) ¦ covar_samp(revenue, quantity) ¦
regr_slope(revenue, quantity) ¦ regr_intercept(revenue, quantity) ¦ regr_r2(revenue, quantity) ¦
regr_count(revenue, quantity) ¦ skewness(revenue) ¦ kurtosis(revenue) ¦ kurtosis_pop(revenue) ¦ mad(revenue) ¦
entropy(region) ¦ product(quantity) ¦ geomean(quantity) ¦ fsum(revenue) ¦ favg(revenue) ¦ sem(revenue) ¦
histogram(quantity) ¦ approx_count_distinct(region) ¦ max(order_date) ¦ min(shipped_at) ¦ sum(revenue) / count(*) ¦
sum(quantity) / count(*) ¦ sum(quantity) // count(*) ¦ 100 * sum(returned::INT) / count(*) ¦
100.0 * count(*) FILTER (WHERE returned) / count(*) ¦ round(avg(revenue), 2) ¦
sum(revenue) FILTER (WHERE region = 'East') - sum(revenue) FILTER (WHERE region = 'West') ¦
sum(CASE WHEN returned THEN 1 END) ¦ avg(if(returned, 1, 0))
""")
STATEMENTS = _parts(r"""
SELECT region, sum(quantity) FROM data GROUP BY ALL ORDER BY ALL ¦
SELECT region, sum(quantity) FROM data GROUP BY ALL ORDER BY ALL DESC ¦
SELECT region, sum(quantity) FROM data GROUP BY ALL ORDER BY ALL DESC NULLS FIRST ¦
SELECT region, revenue FROM data ORDER BY revenue, order_id ¦
SELECT region, revenue FROM data ORDER BY revenue DESC, order_id ¦
SELECT region, revenue FROM data ORDER BY revenue NULLS FIRST, order_id ¦
SELECT region, revenue FROM data ORDER BY revenue DESC NULLS FIRST, order_id ¦
SELECT region, revenue FROM data ORDER BY revenue DESC NULLS LAST, order_id LIMIT 5 ¦
SELECT order_id FROM data ORDER BY order_id LIMIT 10% ¦
SELECT order_id FROM data ORDER BY order_id LIMIT 10 PERCENT ¦
SELECT order_id FROM data ORDER BY order_id LIMIT (SELECT 3) ¦
SELECT order_id FROM data ORDER BY order_id OFFSET 3 ¦ SELECT order_id FROM data ORDER BY order_id LIMIT ALL ¦
SELECT * EXCLUDE (note) FROM data ORDER BY order_id LIMIT 2 ¦
SELECT * REPLACE (quantity * 2 AS quantity) FROM data ORDER BY order_id LIMIT 2 ¦
SELECT * RENAME (quantity AS q) FROM data ORDER BY order_id LIMIT 2 ¦
SELECT data.* FROM data ORDER BY order_id LIMIT 2 ¦
SELECT d.region AS "Region Name" FROM data AS d ORDER BY d.order_id LIMIT 2 ¦
SELECT region r FROM data ORDER BY order_id LIMIT 2 ¦ SELECT region AS 'x y' FROM data ORDER BY order_id LIMIT 2 ¦
SELECT x: quantity FROM data ORDER BY order_id LIMIT 2 ¦ FROM data LIMIT 2 ¦ FROM data SELECT count(*) ¦
SELECT DISTINCT region FROM data ORDER BY region ¦
SELECT DISTINCT ON (region) region, order_id FROM data ORDER BY region, order_id DESC ¦
SELECT order_id FROM data QUALIFY rank() OVER (ORDER BY revenue DESC NULLS LAST) <= 3 ORDER BY order_id ¦
SELECT region FROM data UNION SELECT category FROM data ORDER BY 1 ¦
SELECT region FROM data UNION ALL SELECT category FROM data ORDER BY 1 LIMIT 5 ¦
SELECT region, 1 AS a FROM data UNION BY NAME SELECT 2 AS a, category FROM data ORDER BY ALL LIMIT 5 ¦
SELECT region, 1 AS a FROM data UNION ALL BY NAME SELECT 2 AS a, region FROM data ORDER BY ALL LIMIT 5 ¦
SELECT region FROM data EXCEPT SELECT 'East' ORDER BY 1 ¦
SELECT region FROM data EXCEPT ALL SELECT 'East' ORDER BY 1 ¦
SELECT region FROM data INTERSECT SELECT 'East' ORDER BY 1 ¦
SELECT region FROM data INTERSECT ALL SELECT region FROM data WHERE order_id < 5 ORDER BY 1 ¦
SELECT 1 UNION ALL SELECT 2 EXCEPT SELECT 2 ¦ SELECT 1 UNION (SELECT 2 EXCEPT SELECT 2) ORDER BY 1 ¦
(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1 ¦
SELECT a.order_id FROM data a JOIN data b USING (order_id) ORDER BY 1 LIMIT 3 ¦
SELECT a.order_id FROM data a LEFT JOIN data b ON a.order_id = b.order_id + 1 ORDER BY 1 LIMIT 3 ¦
SELECT a.order_id FROM data a SEMI JOIN data b ON a.order_id = b.order_id + 40 ORDER BY 1 LIMIT 3 ¦
SELECT a.order_id FROM data a ANTI JOIN data b ON a.order_id = b.order_id + 40 ORDER BY 1 LIMIT 3 ¦
SELECT count(*) FROM data a POSITIONAL JOIN data b ¦ SELECT count(*) FROM data a NATURAL JOIN data b ¦
SELECT count(*) FROM data a, data b WHERE a.order_id = b.order_id ¦
SELECT count(*) FROM data a FULL OUTER JOIN data b ON a.order_id = b.order_id + 5 ¦
SELECT count(*) FROM data a RIGHT JOIN data b ON a.order_id = b.order_id + 5 ¦
SELECT count(*) FROM data a CROSS JOIN data b ¦
SELECT count(*) FROM (data a JOIN data b USING (order_id)) JOIN data c USING (order_id) ¦
WITH t AS MATERIALIZED (SELECT 1 AS x) SELECT x FROM t ¦
WITH t AS NOT MATERIALIZED (SELECT 1 AS x) SELECT x FROM t ¦ WITH t(a, b) AS (SELECT 1, 2) SELECT b, a FROM t ¦
SELECT region, category, sum(quantity) FROM data GROUP BY ROLLUP (region, category) ORDER BY ALL ¦
SELECT region, category, sum(quantity) FROM data GROUP BY region, ROLLUP (category) ORDER BY ALL ¦
SELECT region, category, sum(quantity) FROM data GROUP BY CUBE (region, category) ORDER BY ALL ¦
SELECT sum(quantity) FROM data GROUP BY () ¦
SELECT region, sum(quantity) AS s FROM data GROUP BY region HAVING s > 5 ORDER BY s DESC, region ¦
SELECT quantity AS q, q * 2 AS w FROM data ORDER BY order_id LIMIT 3 ¦
SELECT quantity + 1 AS quantity FROM data WHERE quantity > 3 ORDER BY order_id LIMIT 3 ¦
SELECT count(*) FROM data WHERE (quantity, region) IN ((1, 'East'), (2, 'West')) ¦
SELECT (SELECT max(e.revenue) FROM data e WHERE e.region = d.region) FROM data d ORDER BY order_id LIMIT 3 ¦
SELECT EXISTS(SELECT 1 FROM data WHERE quantity > 100) ¦
SELECT NOT EXISTS(SELECT 1 FROM data WHERE quantity > 100) ¦ SELECT count(*) FROM data WHERE NOT region = 'East' ¦
SELECT count(*) FROM data WHERE NOT (region = 'East' OR revenue > 100) ¦
SELECT count(*) FROM data WHERE NOT region = 'East' OR revenue > 100 ¦
SELECT count(*) FROM data WHERE region = 'East' OR region = 'West' AND revenue > 100 ¦
SELECT count(*) FROM data WHERE (region = 'East' OR region = 'West') AND revenue > 100 ¦
SELECT h[1] FROM (SELECT histogram(quantity) AS h FROM data) ¦
SELECT l[1] FROM (SELECT list(quantity ORDER BY order_id) AS l FROM data) ¦
SELECT l[2:3] FROM (SELECT list(quantity ORDER BY order_id) AS l FROM data) ¦
SELECT l[-2:] FROM (SELECT list(quantity ORDER BY order_id) AS l FROM data) ¦
SELECT l[:] FROM (SELECT list(quantity ORDER BY order_id) AS l FROM data WHERE order_id < 4) ¦
SELECT l[1:5:2] FROM (SELECT list(quantity ORDER BY order_id) AS l FROM data) ¦
SELECT count(*) FILTER (WHERE returned), region FROM data GROUP BY 2 ORDER BY 2 ¦
SELECT region FROM data GROUP BY region ORDER BY sum(quantity) DESC LIMIT 2 ¦
SELECT region, count(*) c FROM data GROUP BY 1 ORDER BY c DESC, 1 ¦
SELECT a.* , b.quantity FROM data a JOIN data b ON a.order_id = b.order_id ORDER BY a.order_id LIMIT 1 ¦
SELECT "Unit Price" FROM data ORDER BY order_id LIMIT 1 ¦
SELECT strftime(order_date, '%Y') AS y, sum(revenue) FROM data GROUP BY y ORDER BY y ¦
SELECT date_trunc('month', order_date)::DATE AS m, sum(revenue) FROM data GROUP BY m ORDER BY m ¦
SELECT ALL region FROM data ORDER BY order_id LIMIT 2 ¦
SELECT x FROM (SELECT unnest(string_split(note, ' ')) AS x, order_id FROM data) ORDER BY order_id, x LIMIT 3 ¦
SELECT count(*) FROM data d, LATERAL (SELECT d.quantity AS q) t WHERE t.q > 1 ¦
SELECT count(*) FROM data WHERE order_date = DATE '2023-01-06'::DATE ¦
SELECT count(*) FROM data WHERE region = 'East' -- comment ¦ SELECT 1 AS "a""b" ¦
SELECT 1 AS select_, 2 AS "select" ¦ SELECT sum(quantity)::INT FROM data ¦ SELECT -1 AS x, - 1 AS y, 1 AS "X" ¦
SELECT count(*) FROM data WHERE note IS NOT NULL AND note != '' AND note <> 'x'
""")


_NUMBERS = ["quantity", "revenue", "order_id", "3", "2.5", "-4", "1e2", "(-7)", "0.1"]
_DAYS = ("order_date", "DATE '2023-05-06'", "'2023-01-31'::DATE", "CAST('2022-02-28' AS DATE)", "shipped_at::DATE")
_TIMES = ("shipped_at", "TIMESTAMP '2023-05-06 07:08:09'", "order_date::TIMESTAMP", "DATE '2023-05-06'::TIMESTAMP")
_TEXTS = ("note", "region", "'a'", "'2023-01-31'", "category")
_FLAGS = ("returned", "true", "revenue IS NULL")
_SPANS = ("INTERVAL 1 MONTH", "INTERVAL '3 days'", "INTERVAL (quantity) DAY", "INTERVAL '1' YEAR", "to_days(2)")
_PATHS = ("'a.b'", "'$.a.b'", "'a'", "'x[0]'", "'$.x[0]'", "0")
_FORMS = {
    "number": (
        "{number} + {number}", "{number} - {number}", "{number} * {number}", "{number} / {number}",
        "{number} // {number}", "{number} % {number}", "{number} ** {number}", "{number} ^ {number}", "({number})",
        "-{number}", "{number}::DOUBLE", "{number}::DECIMAL(12, 2)", "CASE WHEN {flag} THEN {number} ELSE {number} END",
        "coalesce({number}, {number})", "length({text})", "year({day})", "extract(dow FROM {day})",
        "extract(epoch FROM {time})", "date_diff('month', {day}, {day})", "round({number}, 1)", "{day} - {day}",
        "mod({number}, {number})", "nullif({number}, {number})", "if({flag}, {number}, {number})",
        "greatest({number}, {number})", "strpos({text}, {text})", "date_part('week', {day})",
    ),
    "day": (
        "({day} + 2)", "{time}::DATE", "CAST({day} AS DATE)", "date_trunc('month', {day})::DATE", "last_day({day})",
        "coalesce({day}, {day})", "({day} - {span})::DATE", "make_date(2022, 1 + quantity % 12, 3)", "date({day})",
        "strptime(strftime({day}, '%Y-%m-%d'), '%Y-%m-%d')::DATE", "TRY_CAST({text} AS DATE)",
    ),
    "time": (
        "{day} + {span}", "{time} - {span}", "({time})", "date_trunc('week', {time})", "{day}::TIMESTAMP",
        "time_bucket(INTERVAL 1 MONTH, {time})", "date_add({day}, {span})",
    ),
    "text": (
        "{text} || {text}", "{text} || {number}", "upper({text})", "({number})::VARCHAR", "{day}::VARCHAR",
        "{time}::VARCHAR", "{text}[1]", "{text}[-1]", "{text}[2:3]", "{text}[:2]", "substring({text}, -2, 2)",
        "strftime({time}, '%Y-%m')", "replace({text}, 'a', 'b')", "typeof({number})", "typeof({day})", "dayname({day})",
        "typeof({time})", "CASE {number} WHEN 2 THEN {text} ELSE {text} END", "@J->>{path}", "trim({text})",
    ),
    "flag": (
        "{flag} AND {flag}", "{flag} OR {flag}", "NOT {flag}", "({flag})", "{number} = {number}", "{number} < {number}",
        "{number} <> {number}", "{number} IS DISTINCT FROM {number}", "{day} >= {time}", "{text} = {text}",
        "{text} LIKE 'c%'", "{text} NOT ILIKE 'C%'", "{text} SIMILAR TO 'c.*'", "{text} GLOB 'c*'",
        "{number} NOT BETWEEN {number} AND {number}", "{number} IN ({number}, {number})", "({number}) IS NOT NULL",
        "{day} BETWEEN '2022-05-01' AND {day}", "{flag} IS NOT TRUE",
    ),
}  # fmt: skip
_ATOMS = {
    "number": _NUMBERS, "day": _DAYS, "time": _TIMES, "text": _TEXTS, "flag": _FLAGS, "span": _SPANS, "path": _PATHS,
}  # fmt: skip
_DEEPEST = 4


def expression(chance: random.Random) -> str:
    """An expression over the orders, of parts within parts."""
    return _made(chance, chance.choice(sorted(_FORMS)), chance.randint(1, _DEEPEST))


def _made(chance: random.Random, kind: str, depth: int) -> str:
    if depth <= 0 or kind not in _FORMS:
        return chance.choice(_ATOMS[kind])
    form = chance.choice(_FORMS[kind]).replace("@J", _JSON)
    pieces = form.split("{")
    # the JSON has braces of its own: only what is a kind's name in braces is a hole
    made = pieces[0]
    for piece in pieces[1:]:
        name, closed, rest = piece.partition("}")
        made += _made(chance, name, depth - 1) + rest if closed and name in _ATOMS else "{" + piece
    return made
