"""Queries as analysts and language models write them."""

ANALYTIC = [
    # totals, groups, order
    "SELECT count(*) FROM data",
    "SELECT COUNT(*) AS n, SUM(revenue) AS total, AVG(revenue) AS mean, MIN(revenue), MAX(revenue) FROM data",
    "SELECT region, SUM(revenue) AS total FROM data GROUP BY region ORDER BY total DESC NULLS LAST, region",
    "SELECT region, category, count(*) AS n FROM data GROUP BY ALL ORDER BY ALL",
    "SELECT region, SUM(revenue) FROM data GROUP BY 1 HAVING SUM(revenue) > 1000 ORDER BY 1 LIMIT 3 OFFSET 1",
    "FROM data SELECT region, count(*) AS n GROUP BY region ORDER BY n DESC, region",
    "SELECT DISTINCT category FROM data ORDER BY category",
    "SELECT DISTINCT ON (region) region, order_id FROM data ORDER BY region, order_id",
    "SELECT count(DISTINCT customer_id), count(DISTINCT region) FROM data",
    "SELECT region, category, SUM(revenue) FROM data GROUP BY ROLLUP (region, category) ORDER BY ALL",
    "SELECT region, category, SUM(quantity), GROUPING(region) FROM data GROUP BY CUBE (region, category) ORDER BY ALL",
    "SELECT region, category, SUM(quantity) FROM data GROUP BY GROUPING SETS ((region), (category), ()) ORDER BY ALL",
    "SELECT region, COUNT(*) FILTER (WHERE returned) AS gone, COUNT(*) AS n FROM data GROUP BY region ORDER BY region",
    "SELECT region, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS share FROM data GROUP BY region ORDER BY region",
    # conditions
    "SELECT count(*) FROM data WHERE region = 'East' AND revenue BETWEEN 100 AND 400 OR category IN ('Books', 'Toys')",
    "SELECT count(*) FROM data WHERE note LIKE '%1%' AND note NOT ILIKE 'CUSTOMER 2%'",
    "SELECT count(*) FROM data WHERE revenue IS NULL OR NOT returned",
    "SELECT count(*) FROM data WHERE region IS DISTINCT FROM 'East'",
    "SELECT count(*) FROM data WHERE order_date >= DATE '2023-01-01' AND order_date < '2023-04-01'",
    "SELECT count(*) FROM data WHERE order_date >= DATE '2023-06-30' - INTERVAL 3 MONTH",
    "SELECT count(*) FROM data WHERE (region, category) IN (SELECT region, category FROM data WHERE revenue > 450)",
    "SELECT count(*) FROM data d WHERE EXISTS (SELECT 1 FROM data e WHERE e.customer_id = d.customer_id AND "
    "e.returned)",
    "SELECT count(*) FROM data WHERE revenue > (SELECT AVG(revenue) + 2 * STDDEV(revenue) FROM data)",
    "SELECT count(*) FROM data WHERE revenue >= ALL (SELECT revenue FROM data WHERE revenue IS NOT NULL)",
    'SELECT sum("Unit Price"), max("Unit Price") FROM data WHERE "Unit Price" > 3',
    "SELECT count(*) FROM data WHERE regexp_matches(note, '^customer [0-9]+$')",
    # conditionals and arithmetic
    "SELECT CASE WHEN revenue >= 400 THEN 'high' WHEN revenue >= 200 THEN 'medium' ELSE 'low' END AS tier, count(*) "
    "FROM data GROUP BY tier ORDER BY tier",
    "SELECT CASE region WHEN 'East' THEN 1 ELSE 0 END AS is_east, count(*) FROM data GROUP BY 1 ORDER BY 1",
    "SELECT SUM(CASE WHEN returned THEN revenue ELSE 0 END) / NULLIF(SUM(revenue), 0) FROM data",
    "SELECT COALESCE(region, 'unknown') AS r, count(*) FROM data GROUP BY 1 ORDER BY 1",
    "SELECT order_id % 7, order_id // 7, -order_id, order_id ** 2, order_id ^ 2, 2 * (order_id - 1) % 5 FROM data "
    "ORDER BY order_id",
    "SELECT mod(order_id + 1, 7) * 2, 10 - mod(order_id, 3), power(quantity, 2), round(revenue / 3, 2) FROM data "
    "ORDER BY order_id",
    "SELECT round(revenue), floor(revenue), ceil(revenue), abs(-revenue), sign(revenue), sqrt(revenue), ln(revenue), "
    "log(revenue), log2(revenue), log10(revenue), exp(quantity / 10), trunc(revenue) FROM data ORDER BY order_id",
    "SELECT greatest(quantity, 5), least(quantity, 5), if(returned, 1, 0), ifnull(revenue, 0) FROM data ORDER "
    "BY order_id",
    "SELECT CAST(revenue AS INTEGER), quantity::DOUBLE / 3, TRY_CAST(note AS INT), revenue::DECIMAL(10, 1), "
    "quantity::VARCHAR || ' pieces', revenue::NUMERIC FROM data ORDER BY order_id",
    "SELECT NOT returned AND quantity > 3 OR revenue < 50 FROM data ORDER BY order_id",
    "SELECT quantity - 1 - 1, quantity - (1 - 1), 100 / 10 / 2, 100 / (10 / 2), - -quantity FROM data ORDER BY "
    "order_id",
    # statistics
    "SELECT MEDIAN(revenue), MODE(category), STDDEV(revenue), STDDEV_POP(revenue), VARIANCE(revenue), "
    "VAR_POP(revenue), "
    "VAR_SAMP(revenue), STDDEV_SAMP(revenue) FROM data",
    "SELECT quantile_cont(revenue, 0.8), quantile_disc(revenue, 0.2), quantile(quantity, 0.5), "
    "quantile_cont(revenue, [0.25, 0.5, 0.75]) FROM data",
    "SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY revenue), PERCENTILE_DISC(0.1) WITHIN GROUP (ORDER BY revenue) "
    "FROM data",
    "SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY revenue DESC) FROM data",
    "SELECT corr(revenue, quantity), covar_pop(revenue, quantity), covar_samp(revenue, quantity) FROM data",
    "SELECT regr_slope(revenue, quantity), regr_intercept(revenue, quantity), regr_r2(revenue, quantity), "
    "regr_count(revenue, quantity), regr_avgx(revenue, quantity), regr_avgy(revenue, quantity) FROM data",
    "SELECT regr_sxx(revenue, quantity), regr_syy(revenue, quantity), regr_sxy(revenue, quantity) FROM data",
    "SELECT skewness(revenue), kurtosis(revenue), kurtosis_pop(revenue), mad(revenue), entropy(category), sem(revenue) "
    "FROM data",
    "SELECT bool_and(returned), bool_or(returned), count_if(returned), product(1 + discount / 1000), "
    "geomean(quantity + 1), "
    "mean(revenue), fsum(revenue), favg(revenue) FROM data",
    "SELECT arg_max(note, revenue), arg_min(note, revenue), max_by(region, order_id), min_by(region, order_id), "
    "max(revenue, 3) FROM data",
    "SELECT first(note ORDER BY order_id), last(note ORDER BY order_id), string_agg(category, ', ' ORDER BY order_id) "
    "FROM data WHERE order_id < 20",
    "SELECT region, list(order_id ORDER BY order_id)[1:3] FROM data GROUP BY region ORDER BY region",
    "SELECT approx_count_distinct(order_id) > 0, any_value(quantity) IS NOT NULL FROM data",
    "SELECT quantity, count(*) AS n FROM data GROUP BY quantity ORDER BY n DESC, quantity LIMIT 5",
    # windows
    "SELECT order_id, row_number() OVER (PARTITION BY region ORDER BY revenue DESC, order_id) AS place FROM data "
    "QUALIFY place <= 2 ORDER BY region, place",
    "SELECT order_id, rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w FROM data "
    "WINDOW w AS (PARTITION BY category ORDER BY quantity) ORDER BY order_id",
    "SELECT order_id, ntile(4) OVER (ORDER BY revenue, order_id) FROM data ORDER BY order_id",
    "SELECT order_id, lag(revenue) OVER (ORDER BY order_id), lead(revenue, 2, 0) OVER (ORDER BY order_id), "
    "lag(revenue IGNORE NULLS) OVER (ORDER BY order_id) FROM data ORDER BY order_id",
    "SELECT order_id, first_value(note) OVER w, last_value(note) OVER w, nth_value(note, 2) OVER w FROM data "
    "WINDOW w AS (PARTITION BY region ORDER BY order_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) "
    "ORDER BY order_id",
    "SELECT order_id, SUM(quantity) OVER (ORDER BY order_id ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM data "
    "ORDER BY order_id",
    "SELECT order_id, AVG(quantity) OVER (ORDER BY order_date RANGE BETWEEN INTERVAL 30 DAY PRECEDING AND CURRENT ROW) "
    "FROM data ORDER BY order_id",
    "SELECT order_id, SUM(quantity) OVER (ORDER BY order_id ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING) FROM data "
    "ORDER BY order_id",
    "SELECT order_id, count(*) OVER (PARTITION BY region ORDER BY order_id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING "
    "EXCLUDE CURRENT ROW) FROM data ORDER BY order_id",
    # times
    "SELECT date_trunc('month', order_date) AS month, SUM(revenue) FROM data GROUP BY 1 ORDER BY 1",
    "SELECT date_trunc('quarter', order_date)::DATE AS q, count(*) FROM data GROUP BY q ORDER BY q",
    "SELECT EXTRACT(YEAR FROM order_date) AS y, EXTRACT(MONTH FROM order_date) AS m, count(*) FROM data GROUP BY ALL "
    "ORDER BY ALL",
    "SELECT date_part('year', order_date), year(order_date), quarter(order_date), month(order_date), week(order_date), "
    "day(order_date), dayofweek(order_date), isodow(order_date), dayofyear(order_date), dayname(order_date), "
    "monthname(order_date), last_day(order_date), weekday(order_date), isoyear(order_date) FROM data ORDER BY order_id",
    "SELECT hour(shipped_at), minute(shipped_at), second(shipped_at), epoch(shipped_at), extract(dow FROM shipped_at), "
    "extract(epoch FROM shipped_at), extract(week FROM shipped_at) FROM data ORDER BY order_id",
    "SELECT strftime(order_date, '%Y-%m') AS m, count(*) FROM data GROUP BY m ORDER BY m",
    "SELECT strftime('%d.%m.%y', order_date), strftime(shipped_at, '%Y-%m-%d %H:%M:%S'), strftime(order_date, "
    "'%b %-d, %Y') "
    "FROM data ORDER BY order_id",
    "SELECT strptime('03/04/2025', '%d/%m/%Y'), try_strptime('x', '%Y'), strptime('2024-02-03 04:05', '%Y-%m-%d "
    "%H:%M')",
    "SELECT date_diff('day', order_date, shipped_at), datediff('month', DATE '2020-01-31', order_date), "
    "date_sub('month', DATE '2020-01-31', order_date) FROM data ORDER BY order_id",
    "SELECT order_date + 7, order_date - INTERVAL '1 year', order_date + INTERVAL (quantity) DAY, "
    "shipped_at - order_date, date_add(order_date, INTERVAL 2 WEEK) FROM data ORDER BY order_id",
    "SELECT time_bucket(INTERVAL '1 week', order_date) AS w, count(*) FROM data GROUP BY w ORDER BY w",
    "SELECT make_date(2024, 2, 3), DATE '2024-02-03', TIMESTAMP '2024-02-03 04:05:06', INTERVAL 3 DAY, "
    "make_timestamp(2024, 2, 3, 4, 5, 6.5), age(DATE '2024-02-03', DATE '2023-01-01')",
    "SELECT max(order_date) - min(order_date), min(shipped_at), max(shipped_at)::DATE FROM data",
    "SELECT yearweek(order_date) AS w, count(*) FROM data GROUP BY w ORDER BY w",
    # texts
    "SELECT upper(region), lower(note), length(note), trim('  a '), ltrim(' a'), rtrim('a '), left(note, 4), "
    "right(note, 3), substring(note, 2, 5), substr(note, 3), replace(note, 'customer', 'c'), concat(region, "
    "'-', category), "
    "concat_ws('/', region, category), position('t' IN note), strpos(note, 'o'), starts_with(note, 'cus'), "
    "ends_with(note, '1'), contains(note, '2'), split_part(note, ' ', 2), region || ':' || category, "
    "trim(BOTH 'c' FROM note), regexp_extract(note, '([0-9]+)', 1), regexp_replace(note, '[0-9]', '#', 'g') "
    "FROM data ORDER BY order_id",
    "SELECT 'it''s', 'a\\b', 'x\"y', 'ä€', '%' FROM data LIMIT 1",
    # joins, sets, subqueries
    "SELECT a.order_id, b.order_id FROM data a JOIN data b ON a.order_id = b.order_id + 1 ORDER BY 1",
    "SELECT a.region, count(b.order_id) FROM data a LEFT JOIN data b USING (customer_id) GROUP BY a.region ORDER BY 1",
    "SELECT count(*) FROM data a CROSS JOIN data b WHERE a.order_id < b.order_id",
    "SELECT count(*) FROM data a FULL OUTER JOIN data b ON a.order_id = b.order_id + 100",
    "SELECT count(*) FROM data a ANTI JOIN data b ON a.order_id = b.order_id + 100",
    "SELECT region FROM data WHERE returned INTERSECT SELECT region FROM data WHERE revenue > 300 ORDER BY 1",
    "SELECT region FROM data UNION SELECT category FROM data ORDER BY 1 NULLS FIRST",
    "SELECT order_id FROM data EXCEPT SELECT order_id FROM data WHERE returned ORDER BY 1",
    "(SELECT 'a' AS k, count(*) AS n FROM data) UNION ALL (SELECT 'b', sum(quantity) FROM data) ORDER BY k",
    "WITH monthly AS (SELECT date_trunc('month', order_date) AS m, SUM(revenue) AS s FROM data GROUP BY 1), "
    "change AS (SELECT m, s, s - LAG(s) OVER (ORDER BY m) AS d FROM monthly) "
    "SELECT m, s, d, ROUND(100 * d / NULLIF(s - d, 0), 2) AS pct FROM change ORDER BY m",
    "WITH c AS MATERIALIZED (SELECT customer_id, SUM(revenue) v FROM data GROUP BY 1), q AS (SELECT "
    "quantile_cont(v, 0.8) hi "
    "FROM c) SELECT count(*), SUM(v) FROM c, q WHERE v >= hi",
    "WITH data AS (SELECT * FROM data WHERE region = 'East') SELECT count(*) FROM data",
    "SELECT * FROM (SELECT region, AVG(revenue) AS a FROM data GROUP BY region) t WHERE t.a > 100 ORDER BY t.region",
    "SELECT region, (SELECT MAX(e.revenue) FROM data e WHERE e.region = d.region) FROM data d GROUP BY region "
    "ORDER BY 1",
    "SELECT * EXCLUDE (note) FROM data ORDER BY order_id LIMIT 5",
    "SELECT * REPLACE (round(revenue) AS revenue) FROM data ORDER BY order_id LIMIT 5",
    "SELECT d.* FROM data AS d ORDER BY d.order_id DESC LIMIT 3",
    "SELECT region AS Region, Region AS again, ORDER_ID FROM data ORDER BY order_id LIMIT 3",
    "SELECT revenue AS r, r * 2 AS twice FROM data WHERE r > 100 ORDER BY order_id LIMIT 3",
    "SELECT 1 + 1 AS two, 'x' AS x, NULL AS nothing, true AS yes, 1e3, .5, 10_000",
    "SELECT order_id FROM data ORDER BY revenue DESC NULLS LAST, order_id ASC LIMIT 10",
    "SELECT order_id FROM data ORDER BY order_id LIMIT 10%",
]
