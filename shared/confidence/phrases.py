"""Pieces of grammar that the patterns of `stance` are made of: who cannot, what broke, where data is kept."""

NOT = r"(?:n't|n’t| not|not)"
CANNOT = r"(?:can't|can ?not)"
ME = r"(?:i|we)(?:'m| am|'re| are|'ve| have|'d| would|'ll| will)?"
UNABLE = (
    rf"(?:{CANNOT}|can no longer|could{NOT}|am unable|'m unable|are unable|was unable|were unable|(?:am|'m|are|'re|"
    rf"was|were) ?{NOT} (?:\w+ )?able|was{NOT} able|were{NOT} able|won't(?: be able)?|wouldn't be able|unable|not "
    rf"able|failed|have{NOT} (?:been able|managed|found)|haven't (?:been able|managed|found)|did{NOT} (?:get|manage|"
    rf"succeed|find)|never got|struggled?)"
)
ADVERBS = (
    r"(?:(?:so|too|very|quite|really|entirely|fully|completely|totally|absolutely|all that|100 ?%|that|at all|sure|"
    r"yet|really) )*"
)
ANALYSE = (
    r"(?:answer|determin|work|figur|comput|calculat|compar|link|join|combin|analy[sz]|buil[td]|mad|draw|pick|read|"
    r"giv|sa(?:id|y)|t[oe]ll|know|kn[oe]w|seen?|deriv|infer|identif|verif|check|confirm|estimat|measur|done?|split|"
    r"br[oe]k|produc|retriev|load|open|reach|pull|fetch|writ|complet|process|assess|judg|explain|found|rank|plott|"
    r"translat|convert|match|show|provid|separat|trac|track|resolv|generat|deliver|execut|run|offer|attribut|"
    r"quantif|help|fulfil|assist)\w*"
)
PROCESS = (
    r"(?:(?:sub-?)?quer(?:y|ies)|endpoint|tools?|run|jobs?|scan|sort|look-?up|search|requests?|calls?|connections?|"
    r"computations?|calculations?|comparison|simulation|solver|operation|process(?:ing)?|export|import|load(?:ing)?|"
    r"upload|engine|server|service|database|backend|api|gateway|connector|component|module|agent|step|script|"
    r"execution|model|provider|pipeline|workbook|file|sheet|table|system|session|function|worker|fetch|retrieval|"
    r"join|aggregation|integration|interface|hand-?over|handoff|log-?in|validator|renderer|parser|plugin|archive|"
    r"lookup|storage|warehouse|crm|forecast|optimi[sz]er|read|attempt|statement|sql|mapper|analysis|crunching|"
    r"count(?:ing)?|partition|\w+ing the [\w ]{1,30})"
)
BROKE = (
    r"(?:fail(?:ed|s|ing)?|crash(?:ed|es)?|broke(?:n)?(?: off| down)?|(?:is|are|was|were|went|seems?|be|being) "
    r"(?:currently |temporarily |still |also )?(?:down|offline|unavailable|unreachable|broken|damaged|"
    r"corrupt(?:ed)?|not working|not available|not responding|"
    rf"turned (?:down|away)|locked|rejected|refused)|(?:did|does|do|would|is|was|has|have){NOT} (?:\w+ )?(?:work\w*|"
    rf"respond\w*|answer\w*|"
    r"reply|replied|load\w*|open\w*|start\w*|connect\w*|come back|go through|return\w*|recogni[sz]e\w*|reachable|"
    r"available|executed|deliver\w*)|out of order|malfunction\w*|got damaged|refused|rejected|dropped|bounced|"
    r"errored|threw|hung|stalled|collapsed|gave up|choked|aborted|(?:return|g[ai]v|repl(?:y|i)|answer|report|rais|"
    r"end|came back|respond|hit|ran into|raised|stopped)\w* (?:\w+ ){0,4}(?:error|errors|exception|fault|outage|"
    r"failure|nothing|⟦⟧|empty (?:response|reply|answer)|(?:status|http|code) (?:code )?[45]\d\d)|could(?:n't| not) "
    r"(?:be )?(?:\w+ )?(?:read|open|load|reach|connect|pars|start|execut|contact|process)\w*)"
)
NOTHING_CAME = (
    r"(?:no (?:usable |reliable |valid |\w+ )?(?:result|results|count|counts|number|numbers|figure|figures|value|"
    r"values|total|totals|list|forecast|summary|answer|output|data came|rows came)\b|nothing (?:\w+ )?(?:was|were|"
    r"came|usable|back|to report|reliable|could|i could)|never (?:loaded|produced|finished|arrived|came|got)|(?:not|"
    r"n't) (?:been )?(?:executed|checked|pulled|written|produced|finished|done)|without (?:totals|results?|deliver|"
    r"produc|return)\w*|(?:is|are) (?:still )?(?:missing|lacking)|try (?:again|once more)|another (?:go|try)|ask "
    r"(?:me )?again|so far|could(?:n't| not) be|couldn't|hasn't)"
)

LATE = (
    r"(?:time(?:d)?[- ]?outs?\b|timed out|etimedout|(?:ran|run|running) out of time|out of time|time (?:was|is|ran|"
    r"had run) (?:up|out)|(?:time|clock) ran out|time[- ]?(?:limit|allowance|budget|window|slot|cap|frame)|"
    r"(?:allotted|allowed|permitted|available|given|maximum|execution|run|processing|"
    r"waiting)[- ]?(?:run[- ]?)?(?:time|period|seconds|minutes|window)\b|time (?:i'm|i am|we're|i was|it was) "
    r"(?:given|allowed|allotted)|time allowed|(?:in|within) (?:the )?time\b(?! (?:zone|series|of))|(?:before|past|"
    r"by|at|reach\w*|hit|missed?|exceed\w*|over) (?:the|its|my|their|our) (?!training|knowledge)(?:\w+ "
    r")?(?:cut-?off|deadline|time\w*)|deadline (?:passed|exceeded|hit|expired)|(?:request|session|call|lease|token) "
    r"(?:has |had )?expired|(?:take|took|taking|takes|taken)\W+(?:\w+ ){0,3}?(?:too|so|longer|very) ?(?:long|"
    r"time)?\b|(?:too|very) slow\b|(?:cut off|cut short|abort\w*|kill\w*|terminat\w*|cancel\w*|stopp\w*|dropp\w*|"
    r"halted|interrupted|gave up) (?:\w+ ){0,3}?(?:after|at|by|when|because of|due to|for)\W+(?:[\w-]+ "
    r"){0,4}(?:seconds?|minutes?|timer|time|clock|watchdog|scheduler|deadline|cut-?off)|(?:did|had|has|have|was|"
    r"were|could)(?:n't| not| never) (?:\w+ )?(?:finish\w*|complet\w*|done|answer\w*|respond\w*|repl\w*|return\w*|"
    r"come back|arrive\w*) (?:\w+ )?(?:in time|within|before|when|by)|(?:still (?:running|working|computing|going))|"
    r"(?:had|has|have|having)? ?(?:no|not) (?:\w+ ){0,3}(?:arrived|returned|come) (?:by|before|within)|no (?:answer|"
    r"reply|response|result)s? (?:\w+ ){0,6}(?:within|in|after) (?:[\w-]+ )?(?:seconds?|minutes?)\b|(?:seconds?|"
    r"minutes?|s) (?:passed|went by|elapsed) (?:without|while|before|and)|\bno time (?:was )?left\b|(?:halted|ended|"
    r"stopped) at the [\w-]+ mark|g[ai]ve up waiting|stopped waiting)"
)

THIS_SYSTEM = r"(?:this|the present) (?:\w+ )?(?:assistant|system|tool|chat|sandbox|service)"
IN_THIS_SYSTEM = (
    r"this (?:\w+ )?(?:assistant|system|tool|version|product|release|edition|service|app|application|environment|"
    r"platform|chat)"
)
"""The system speaking of itself: "this tool", and as a place "in this version"."""

ASKED = r"(?:you|your (?:question|request|wording|sentence|phrase|message|query))"
LACKS = (
    r"(?:(?:have|has|had|hold|holds|contain|contains|carr(?:y|ies)|include|includes|list|lists|give|gives|tell|"
    r"tells|show|shows|record|records|store|stores|cover|covers|provide|provides|offer|offers|say|says|see|with|"
    r"come|comes|without|keep|keeps|there's|there is|there are|there was|there were|find|found|is|are) (?:\w+ "
    r")?(?:no|neither|nothing|none|without|zero)\b)"
)
HOLDER = (
    r"(?:table|tables|file|files|data|dataset|data set|sheet|sheets|column|columns|upload|uploads|record|records|"
    r"export|log|spreadsheet|schema|extract|workbook|database|here|csv|field|fields|source|sources|rows)"
)
GIVEN = (
    r"(?:record|stor|suppl|provid|giv|export|includ|list|attach|upload|track|captur|log|collect|hand|fill|shar|"
    r"maintain|kept|kep|measur|sav|specif|link|nam|deliver|attach|state|loaded|available|present|populat|in (?:the|"
    r"this|your) (?:file|table|data|sheet|upload)|on file|there\b|part of (?:the|this|your))\w*"
)
