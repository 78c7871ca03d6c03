"""Parts that forms of questions share: how columns, the data, numbers and extremes are spoken of."""

from typing import Final

PARTS: Final = {
    "columns": "/columns?|variables?|features?|fields?|attributes?|measures?/",
    "rows": "/rows?|records?|entry|entries|lines?|observations?/",
    "data": "[the|this|my|our] [whole|entire] (dataset|data set|data|table|file|dataframe|records|it)",
    "in data": "[(are|is) there|exist|available|present|[(are|is)] [included|contained] (in|of|within) {data}|"
    "(does|do) {data} (have|contain|include)]*",
    "all": "[all|each|every|the|of]*",
    "number": r"/\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|"
    "hundred/",
    "extreme": r"/top|bottom|best|worst|most|least|fewest|\w{2,}est/",
    "grain": "/days?|weeks?|months?|quarters?|years?/",
    "every": "/daily|weekly|monthly|quarterly|yearly|annual/",
    "by": "(by|per|over [the]|for each|each|across|for every|every|for)",
    "share": "/share|percentage|percent|proportion|fraction|part|portion|%/",
    "numeric": "[/numeric|numerical|number|quantitative/]",
}
