"""The words that questions are made of, as data: operations, comparators, connectives, stop words, and what is "
"refused.

Each table maps a meaning to the phrases that carry it, separated by semicolons.
"""

from typing import Final

OPERATIONS: Final[dict[str, dict[str, str]]] = {
    "count": {
        "count": "how many; number of; nr of; nb of; nr; n of; the number of; count of; count; how often; no of;"
        "total number of;"
        "total count of;"
        "headcount; head count; numbers; numbers of; how many of; what number of; what is the number of;"
        "how many were there; how many are there; count up; no of; "
        ""
        "headcount; head count; how many times; number; counts; tally; frequency of; occurrences of; times"
    },
    "aggregate": {
        "mean": "usual; the usual; in the mean; on the average; mean average; arithmetic mean; averagely;"
        "the average;"
        "average; mean; avg; ave; typical; averages; average of; averaged; on average; mean value of;"
        "average value of",
        "sum": "add together; add up the; adding up; sum total; sum total of; overall total; taken together;"
        "total up;"
        "put together; combined total; collectively; total; sum; sum of; sums; totals; combined;"
        "total amount of; aggregate;"
        "cumulative total; sum up; add up; summed; total value of; total sum of; the total of; grand total",
        "median": "median; middle value of; medians; median value of",
        "pstddev": "population standard deviation; population standard deviation of; population std; population sd",
        "pvariance": "population variance; population variance of",
        "geomean": "geometric mean; geometric mean of; geometric average",
        "stddev": "sample standard deviation; sample standard deviation of; sample std;"
        "sd; sd of; standard deviation; how spread out; spread out; how much varies; vary; spread; std dev;"
        "stddev; standard deviation of; std; spread of",
        "variance": "variance; variance of; var; sample variance; sample variance of",
        "range": "range of; range; spread between the highest and lowest; difference between the highest and lowest;"
        "difference between the highest and the lowest; difference between highest and lowest;"
        "difference between the maximum and minimum; difference between max and min;"
        "difference between the largest and"
        " smallest; gap between the highest and lowest; gap between highest and lowest;"
        "difference between the maximum and the minimum; difference between maximum and minimum",
        "iqr": "interquartile range; iqr; interquartile range of; iqr of;midspread",
        "variation": "coefficient of variation; coefficient of variation of; relative standard deviation",
        "skewness": "skewness; skew; skewness of; skewedness; skewed",
        "kurtosis": "kurtosis; excess kurtosis; kurtosis of",
        "error": "standard error; standard error of; standard error of the mean; standard error of the mean of; sem",
        "lower quartile": "first quartile; lower quartile; 1st quartile",
        "upper quartile": "third quartile; upper quartile; 3rd quartile",
    },
    "percentile": {"percentile": "percentile; percentile of; percentiles; quantile; th percentile"},
    "extreme": {
        "max": "stiffest; steepest; heftiest; fattest; tops; utmost; maximally; higher end; record high;"
        "highest; largest; greatest; maximum; max; biggest; top; most; peak; maximal; upper; strongest;leading",
        "min": "slimmest; narrowest; tightest; puniest; lowest; smallest; minimum; min; least; fewest; bottom;"
        "minimal; weakest; tiniest",
    },
    "quality": {"max": "best; performs best; performed best; doing best", "min": "worst; poorest"},
    "frequent": {
        "max": "busiest; most common; most frequent; most popular; most often; most frequently; commonest;"
        "most prevalent;"
        "most commonly; mode of; modal; most used; most numerous; predominant; popular; most represented; mode",
        "min": "quietest; least common; least popular; least frequent; rarest; least often; least used;"
        "least frequently;"
        "least represented",
    },
    "distinct": {"distinct": "distinct; different; unique; separate; various; kinds of; types of; variety of"},
    "share": {
        "share": "how many percent; how many percent of; what percent of; percentage; percent; share; proportion;"
        "fraction; percentage of; share of; proportion of; fraction of;"
        "percent of; what percent; pct; pct of; % of; portion of; portion; percentage wise; ratio of; shares;"
        "percentages; in percent; as a percentage; as a percentage of the total; of the total; percentage share;"
        "how large a share; what part of; part of; makes up; make up; account for; accounts for; accounted for;"
        "contribute; contributes; contribution; contribution of; contributed; contribution to; share in; out of all"
    },
    "rate": {"rate": "rate; rates; rate of"},
    "by": {
        "by": "by; per; for each; each; for every; every; across; in each; in every; broken down by; grouped by;"
        "split by;"
        "breakdown by; by each; within each; across all; across the; for all; among the different; group by; of each;"
        "breakdown of; break down by; at each; from each; according to; depending on; as a function of; per each;"
        "across different; across the different; for the different; for different; broken up by; separated by;"
        "separately for;"
        "one by one; arranged by; depending on the; vary by; varies by; differ by; differ between;"
        "differ across;"
        "grouped per; split per; split out by; split up by; sorted into; in the various; for the various;"
        "for every single;"
        "as per; for all the; sliced by; cut by; itemised by; itemized by; for each of the; among;"
        "between the"
        " different; between different; distribution of; distributed across; distributed by; distribution by;"
        "distribution across; broken out by; segmented by; on each; by the; distributed over; spread across"
    },
    "order": {
        "order": "ranked by; ranked on; ranked according to; judging by; going by; split on; sorted by; ordered by;"
        "in terms of; based on; measured by; according to the; rank by;"
        "order by; sort by; when ranked by; with respect to"
    },
    "descending": {
        "descending": "descending; from highest to lowest; highest first; largest first; in descending order"
    },
    "ascending": {"ascending": "ascending; from lowest to highest; lowest first; smallest first; in ascending order"},
    "rank": {"rank": "rank; ranking of; ranking; rank the"},
    "compare": {
        "difference": "by how much does; by how much do; by how much did; exceed that of; exceed the;"
        "how many percentage points more; how many percentage points higher; how many points more;"
        "how many points higher;"
        "how many percentage points less; how many percentage points lower;"
        "how much more; how much less; how much higher; how much lower; how many more;"
        "how many fewer; than;"
        "higher in; lower in; more in; higher; lower; difference; difference in; difference between; gap;"
        "gap between; compare; compared; compared to;"
        "compared with; versus; vs; comparison of; comparison; compares; how does; as against; against; than in;"
        "or in;"
        "comparison between; comparing; relative to; contrast; stack up against; compare to; compare with"
    },
    "change": {
        "change": "growth; grow; grew; grown; increase; increased; change; changed; decrease; decreased; decline;"
        "declined; drop; dropped; rise; rose; risen; fall; fell; fallen; went up; go up; went down; go down;"
        "year over year; month over month; growth rate; change in; increase in; growth in; growth of; changes"
    },
    "trend": {
        "trend": "over time; trend; trends; over the years; over the months; time series; evolve; evolved; develop;"
        "developed; evolution of; through time; trend of; trend in; over the year; trending; progression of"
    },
    "correlation": {
        "correlation": "correlation coefficient between; correlation coefficient of; correlation coefficients;"
        "pearson correlation coefficient; pearson correlation coefficient between; correlation coefficient for;"
        "pearson coefficient; linear relationship; linear relationship between; "
        "correlation; correlate; correlated; correlation coefficient; correlation between;"
        "correl; corr; correlation of; go together; move together;"
        "go hand in hand;"
        "relationship between; relation between; related; associated; correlates; pearson correlation; linked;"
        "how strongly; association between; relationship; linear correlation; correlation of; pearson; coefficient"
    },
    "spearman": {
        "spearman": "spearman; spearman's; spearmans; rank correlation; spearman correlation;"
        "spearman rank correlation;"
        "spearman's rank correlation; spearman's correlation; spearman rank correlation coefficient;"
        "spearman's rank correlation coefficient; spearman correlation coefficient; spearman's rho;"
        "spearman's correlation coefficient; spearman rank; rank correlation coefficient"
    },
    "covariance": {"covariance": "covariance; covariance between; covariance of; sample covariance; cov"},
    "missing": {
        "missing": "missing; null; blank; empty; nulls; blanks; missing values; missing value; null values;"
        "empty values;"
        "not recorded; not available; not filled in; unknown; na; nan; incomplete; not known; not given;"
        "not specified; unrecorded; unspecified; absent; lack; lacks; lacking; blank values; missing entries;"
        "no value;"
        "values missing; are missing; unfilled; not filled; left blank; left empty; not provided"
    },
    "present": {"present": "not missing; non missing; filled in; non null; not null; is known; are known; not empty"},
    "overview": {
        "overview": "describe; overview; summarise; summarize; summary; summary statistics; profile;"
        "describe the data;"
        "what is in; what data; tell me about; about the data; structure of; schema; what does the data look like;"
        "what does the dataset look like; what is this data about; what is the data about;"
        "what is this dataset about;"
        "what is the dataset about; look like; explain the data; what does this file contain; contain; contains"
    },
    "much": {
        "much": "how much; what amount; how much of; the amount of",
        "money": "how much money; how much in money; money; cash; what sum; how many euros; how many dollars",
    },
    "column": {
        "column": "column; columns; field; fields; variable; variables; attribute; attributes; feature; features"
    },
    "list": {"list": "list; list of; list all; what are the; which are the; enumerate; name all; name the"},
    "when": {"when": "when; what date; which date; on what date; on which date; at what time; what day; what time"},
    "which": {
        "which": "which; what; what is the name of; whose; which of the; name of the; what kind of; what type of"
    },
    "who": {"who": "who; whom"},
    "where": {"where": "where"},
    "duplicate": {"duplicate": "duplicate; duplicates; duplicated; repeated"},
    "not": {
        "not": "not; excluding; except; other than; except for; without; exclude; excludes; excluded; apart from;"
        "non;"
        "outside; outside of; no; besides; but not; never; minus; ignoring; leaving out; neither; nor; aside from"
    },
    "and": {"and": "and; &; plus; as well as; along with; also; and also; together with; ,; or; either; both; /; ;"},
    "verb": {
        "verb": "is; are; was; were; be; been; being; have; has; had; having; with; where; that; who are; who is;"
        "which are; which is; which were; come from; comes from; came from; coming from; belong to; belongs to;"
        "that are;"
        "who were; that were; that is; that was; who have; that have; who had; fall in; fall into; falls into;"
        "in; from;"
        "for; at; to; on; of; among all; goes to; go to; went to; got; get; gets; whose status is; marked as;"
        "flagged as;"
        "classified as; labelled; labeled; named; called; has a; have a; located in; based in; end up; ended up;"
        "made up"
        " by; made up of; made by; attributable to; due to; generated by; produced by; within; into; under the;"
        "of type;"
        "through; via; using; use; used; uses; by way of; held by; owned by; consist of; consists of; equals;"
        "equal to"
    },
    "filler": {
        "filler": "in absolute terms; in absolute value; check if; check whether; check for; find out; identify;"
        "identify any; in the provided dataset;"
        "the provided dataset; in the given dataset; provided dataset; given dataset; in the provided data;"
        "over all rows; over all the rows; across all rows; over the rows; for all rows; "
        "over all years; across all years; over all the years; of all time; all time; "
        "over the whole period; "
        "for the whole period; for the entire period; over the entire period; on board; aboard; on the ship; "
        "on the boat; in the study; in this study; in the trial; in the survey; in the sample; in the "
        "records; in our records; in the fleet; in the catalogue; in the portfolio; in the first place; at "
        "the end of the day; as well; in a row; in one go; quick one; quick question; resp; i e; e g; "
        "together; everyone; everybody; anyone; anybody; someone; something; somebody; inclusive; in total; "
        "overall; altogether; in all; in here; on file; on record; pls; plz; yet; so far; anywhere; to  date; "
        "all in all; at all; each time; all together; anyway; in our data; in the data; in this data; in the "
        "dataset; in the table; in this dataset; in the file; thx; for me; single; went on; go on; across the "
        "board; in general; do we  have; we have; each one; of them; of these; of those; of ours; all told; "
        "right now; now; in existence; everything"
    },
    "row": {
        "row": "row; rows; record; records; entry; entries; observation; observations; data points; data point; lines"
    },
}

COMPARATORS: Final[dict[str, str]] = {
    ">": "more than; greater than; over; above; higher than; exceeding; exceeds; exceed; larger than; bigger than; >;"
    "longer than; older than; after; later than; beyond; exceeded; upwards of; taller than; heavier than;"
    "warmer than;"
    "hotter than; farther than; worth more than; in excess of; costlier than; pricier than; faster than;"
    "more expensive"
    " than; deeper than; better than; wider than; stronger than; greater; bigger; strictly more than",
    ">=": "at least; no less than; not less than; or more; or above; or higher; or older; minimum of;"
    "a minimum of; >=; ≥;"
    "no fewer than; or greater; or over; not under; not below; or better; greater than or equal to; and above;"
    "and over;"
    "and up; more than or equal to; starting at; starting from; and older; or longer; and higher; or later",
    "<": "less than; fewer than; under; below; lower than; smaller than; before; earlier than; younger than; <;"
    "cheaper"
    " than; shorter than; lighter than; prior to; colder than; worth less than; slower than; cooler than; short of;"
    "worse than; closer than; not as much as",
    "<=": "at most; no more than; not more than; up to; or less; or below; or fewer; or younger; or lower;"
    "maximum of;"
    "a maximum of; <=; ≤; not over; or under; less than or equal to; not exceeding; or cheaper; and below; and under;"
    "or shorter; or smaller; not above; and younger; and lower; or earlier; and less; fewer than or equal to",
    "between": "between; ranging from; in the range of; in the range; anywhere between; ranges from",
    "=": "exactly; equal to; equals; =; precisely; of exactly; equal; is exactly",
}
"""Those that begin with "or"/"and" follow their number ("5 or more")."""

CONCEPT_COMPARATORS: Final[dict[str, tuple[str, str]]] = {
    "older than": (">", "age"),
    "younger than": ("<", "age"),
    "or older": (">=", "age"),
    "and older": (">=", "age"),
    "or younger": ("<=", "age"),
    "and younger": ("<=", "age"),
    "cheaper than": ("<", "price"),
    "costlier than": (">", "price"),
    "pricier than": (">", "price"),
    "more expensive than": (">", "price"),
    "or cheaper": ("<=", "price"),
    "heavier than": (">", "weight"),
    "lighter than": ("<", "weight"),
    "taller than": (">", "height"),
    "warmer than": (">", "temperature"),
    "hotter than": (">", "temperature"),
    "colder than": ("<", "temperature"),
    "cooler than": ("<", "temperature"),
    "longer than": (">", "duration"),
    "shorter than": ("<", "duration"),
    "or longer": (">=", "duration"),
    "or shorter": ("<=", "duration"),
    "faster than": (">", "speed"),
    "slower than": ("<", "speed"),
    "farther than": (">", "distance"),
}
"""Comparators that name what they compare: the operator, and the concept to find among the columns."""
