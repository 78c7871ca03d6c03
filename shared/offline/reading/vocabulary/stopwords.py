"""Words that no reading needs, and phrases that no table answers, as data."""

from typing import Final

from shared.offline.reading.vocabulary.words import word_set

STOP_WORDS: Final[frozenset[str]] = word_set(
    "everything thing things stuff numbers please kindly anybody anyone everybody everyone somebody someone nobody "
    "basis wise gives gave given tell says said "
    "their there's theirs whatever particular certain exact precise precisely simple just "
    "you're we've they've i've he's she's guys hey thx cheers "
    "a an the of in on at to for from with by is are was were be been do does did doing has have had having "
    "there here "
    "it "
    "its this that these they their we us our ours my mine i you your me please "
    "can could "
    "would tell show give display find get see want know let lets like need out so then just as such what which who "
    "whom whose how when where if and or any all some much many actually exactly currently ever say want wants "
    "looking "
    "look calculate compute determine examine return-me provide report figure figures value values amount-of dataset "
    "data table "
    "file sheet spreadsheet csv question answer info information detail details according based company business "
    "organisation organization firm shop store's database set list of altogether overall ok okay hi hello hey thanks "
    "thank quickly simply kindly across within among amongst into onto upon per each every during while also too "
    "both "
    "only same itself being now help curious wondering wonder interested us hold whole entire full "
    "complete cover covers covered "
    "results result respectively respective case cases come comes came coming per-cent one ones were "
    "am i'd i'm id-like d m s ll re ve will-be between themselves given side terms across level levels "
    "overall general generally total-of kind sort type-of way approximately roughly about around "
    "amount recorded exist there's altogether single individual specific particular instance instances time-of"
)
"""Words that no reading needs. None of them can change a number: words like "only", "not", "new" are not here unless
they are neutral wherever they stand."""

REFUSED: Final[dict[str, str]] = {
    "why; what caused; what causes; reason; reasons; because; explain why; how come; what drives; drivers of;"
    "cause of;"
    "root cause; what explains; responsible for; lead to; leads to; led to; impact of; effect of; cause; caused;"
    "driving; drove; factors; factor; influence; influences; affect; affects; affected": (
        "it asks for causes, and a table shows what happened, not why"
    ),
    "will; predict; forecast; prediction; projected; expect; expected;"
    "likely; probability; estimate; future; tomorrow; going to; predicted; projection; extrapolate; anticipate;"
    "what if; would happen; happen if; chance; chances; odds; likelihood; if we; forecasted": (
        "it asks about what has not happened, and the data only holds what has"
    ),
    "p value; p values; significance; statistically significant; significant; significantly; significance level;"
    "t test; ttest; z test; f test; chi square; chi squared; chi2; anova; shapiro; shapiro wilk; kolmogorov; smirnov;"
    "kolmogorov smirnov; anderson darling; mann whitney; wilcoxon; kruskal wallis; levene; hypothesis; hypotheses;"
    "null hypothesis; normality; normally distributed; normal distribution; normally; confidence interval;"
    "confidence intervals; hypothesis test; test of normality; normality test; statistical test; tukey test": (
        "it asks for a statistical test, and I compute figures, not tests"
    ),
    "regression; linear regression; logistic regression; classifier; machine learning; train; trained; neural network;"
    "random forest; decision tree; k means; kmeans; pca; principal component analysis; clustering algorithm; svm;"
    "arima; feature engineering; cross validation; r squared; rmse; mean squared error; test set; training set;"
    "impute; imputation; normalize; normalise; standardize; standardise; one hot; label encoding": (
        "it asks for a model or for a change of the data, and I compute figures of the data as it is"
    ),
    "should; recommend; recommendation; recommendations; advise; advice; best strategy; strategy; suggest; ought;"
    "improve; optimise; optimize; worth it; better to; opinion; do you think; good idea; how can; how could; how to;"
    "satisfied with; fair; fairly; enough; good; bad; healthy; well; interesting; ideal; promote; success;"
    "successful;"
    "underpaid; overpaid; overpriced; risky; suitable; best way": (
        "it asks for a judgement that the data does not hold"
    ),
}
"""Phrases that make a question one that no table answers, and why."""
