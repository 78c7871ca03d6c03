"""How an assistant sounds that doubts, declines, asks back or has failed; sought in text freed of quoted data.

Patterns are of grammar rather than of phrases: who speaks (I, my, "this system"), what cannot be, what broke.
"""

import re

from shared.contracts import Category

_N = r"(?:n't|n’t| not|not)"
_CAN = r"(?:can't|can ?not)"
ME = r"(?:i|we)(?:'m| am|'re| are|'ve| have|'d| would|'ll| will)?"
_UNABLE = (
    rf"(?:{_CAN}|can no longer|could{_N}|am unable|'m unable|are unable|was unable|were unable|(?:am|'m|are|'re|was|"
    rf"were) ?{_N} "
    rf"(?:\w+ )?able|was{_N} able|were{_N} able|won't(?: be able)?|wouldn't be able|unable|not able|failed|"
    rf"have{_N} (?:been able|"
    rf"managed|found)|haven't (?:been able|managed|found)|did{_N} (?:get|manage|succeed|find)|never got|struggled?)"
)
_ADV = (
    r"(?:(?:so|too|very|quite|really|entirely|fully|completely|totally|absolutely|all that|100 ?%|that|at all|sure|"
    r"yet|really) )*"
)
_ANALYSE = (
    r"(?:answer|determin|work|figur|comput|calculat|compar|link|join|combin|analy[sz]|buil[td]|mad|draw|pick|read|giv|"
    r"sa(?:id|y)|"
    r"t[oe]ll|know|kn[oe]w|seen?|deriv|infer|identif|verif|check|confirm|estimat|measur|done?|split|br[oe]k|produc|"
    r"retriev|load|"
    r"open|reach|pull|fetch|writ|complet|process|assess|judg|explain|found|rank|plott|translat|convert|match|show|"
    r"provid|"
    r"separat|trac|track|resolv|generat|deliver|execut|run|offer|attribut|quantif|help|fulfil|assist)\w*"
)
_PROCESS = (
    r"(?:quer(?:y|ies)|tools?|run|jobs?|scan|sort|look-?up|search|requests?|calls?|connections?|computations?|"
    r"calculations?|"
    r"comparison|simulation|solver|operation|process(?:ing)?|export|import|load(?:ing)?|upload|engine|server|service|"
    r"database|backend|api|gateway|connector|component|module|agent|step|script|execution|model|provider|pipeline|"
    r"workbook|"
    r"file|sheet|table|system|session|function|worker|fetch|retrieval|join|aggregation|integration|interface|"
    r"hand-?over|"
    r"handoff|log-?in|validator|renderer|parser|plugin|archive|lookup|storage|warehouse|crm|forecast|optimi[sz]er|read|"
    r"attempt|statement|sql|mapper|analysis|crunching|count(?:ing)?|partition|\w+ing the [\w ]{1,30})"
)
_BROKE = (
    r"(?:fail(?:ed|s|ing)?|crash(?:ed|es)?|broke(?:n)?(?: off| down)?|(?:is|are|was|were|went|seems?|be|"
    r"being) (?:currently |temporarily "
    r"|still |also )?(?:down|offline|unavailable|unreachable|broken|damaged|corrupt(?:ed)?|not working|not available|"
    r"not responding|"
    rf"turned (?:down|away)|locked|rejected|refused)|(?:did|does|do|would|is|was|has|have){_N} (?:\w+ )?(?:work\w*|"
    rf"respond\w*|answer\w*|"
    r"reply|replied|load\w*|open\w*|start\w*|connect\w*|come back|go through|return\w*|recogni[sz]e\w*|reachable|"
    r"available|executed)|"
    r"refused|rejected|dropped|bounced|errored|threw|hung|stalled|collapsed|gave up|choked|aborted|"
    r"(?:return|g[ai]v|repl(?:y|i)|answer|report|rais|end|came back|respond|hit|ran into|raised|"
    r"stopped)\w* (?:\w+ ){0,4}"
    r"(?:error|errors|exception|fault|outage|failure|nothing|⟦⟧)|could(?:n't| not) (?:be )?(?:\w+ )?"
    r"(?:read|open|load|reach|connect|pars|start|execut|contact|process)\w*)"
)
_NO_RESULT = (
    r"(?:no (?:usable |reliable |valid |\w+ )?(?:result|results|count|counts|number|numbers|figure|figures|value|"
    r"values|total|"
    r"totals|list|forecast|summary|answer|output|data came|rows came)\b|nothing (?:\w+ )?(?:was|were|came|usable|back|"
    r"to report|"
    r"reliable|could|i could)|never (?:loaded|produced|finished|arrived|came|got)|(?:not|n't) (?:been )?(?:executed|"
    r"checked|"
    r"pulled|written|produced|finished|done)|without (?:totals|results?|deliver|produc|return)\w*|(?:is|"
    r"are) (?:still )?(?:missing|"
    r"lacking)|try (?:again|once more)|another (?:go|try)|ask (?:me )?again|so far|could(?:n't| not) be|couldn't|"
    r"hasn't)"
)

_TIME = (
    r"(?:time(?:d)?[- ]?outs?\b|timed out|etimedout|(?:ran|run|running) out of time|out of time|time (?:was|is|ran|"
    r"had run) (?:up|out)|"
    r"(?:time|clock) ran out|time[- ]?(?:limit|allowance|budget|window|slot|cap|frame)|(?:allotted|allowed|permitted|"
    r"available|given|"
    r"maximum|execution|run|processing|waiting)[- ]?(?:run[- ]?)?(?:time|period|seconds|minutes|window)\b|time (?:i'm|"
    r"i am|we're|i was|"
    r"it was) (?:given|allowed|allotted)|time allowed|(?:in|within) (?:the )?time\b(?! (?:zone|series|of))|"
    r"(?:before|past|by|at|reach\w*|hit|missed?|exceed\w*|over) (?:the|its|my|their|our) (?:\w+ )?(?:cut-?off|"
    r"deadline|time\w*)|"
    r"deadline (?:passed|exceeded|hit|expired)|(?:request|session|call|lease|token) (?:has |had )?expired|"
    r"(?:take|took|taking|takes|taken)\W+(?:\w+ ){0,3}?(?:too|so|longer|very) ?(?:long|time)?\b|(?:too|very) slow\b|"
    r"(?:cut off|cut short|abort\w*|kill\w*|terminat\w*|cancel\w*|stopp\w*|dropp\w*|halted|interrupted|"
    r"gave up) (?:\w+ ){0,3}?"
    r"(?:after|at|by|when|because of|due to|for)\W+(?:[\w-]+ ){0,4}(?:seconds?|minutes?|timer|time|clock|watchdog|"
    r"scheduler|deadline|cut-?off)|"
    r"(?:did|had|has|have|was|were|could)(?:n't| not| never) (?:\w+ )?(?:finish\w*|complet\w*|done|answer\w*|"
    r"respond\w*|repl\w*|"
    r"return\w*|come back|arrive\w*) (?:\w+ )?(?:in time|within|before|when|by)|(?:still (?:running|working|computing|"
    r"going))|"
    r"(?:had|has|have|having)? ?(?:no|not) (?:\w+ ){0,3}(?:arrived|returned|come) (?:by|before|within))"
)

_ASKED = r"(?:you|your (?:question|request|wording|sentence|phrase|message|query))"
_LACK = (
    r"(?:(?:have|has|had|hold|holds|contain|contains|carr(?:y|ies)|include|includes|list|lists|give|gives|tell|tells|"
    r"show|shows|"
    r"record|records|store|stores|cover|covers|provide|provides|offer|offers|say|says|see|with|come|comes|without|"
    r"keep|keeps|"
    r"there's|there is|there are|there was|there were|find|found|is|are) (?:\w+ )?(?:no|neither|nothing|none|without|"
    r"zero)\b)"
)
_HOLDER = (
    r"(?:table|tables|file|files|data|dataset|data set|sheet|sheets|column|columns|upload|uploads|record|records|"
    r"export|log|"
    r"spreadsheet|schema|extract|workbook|database|here|csv|field|fields|source|sources|rows)"
)
_GIVEN = (
    r"(?:record|stor|suppl|provid|giv|export|includ|list|attach|upload|track|captur|log|collect|hand|fill|shar|"
    r"maintain|kept|kep|"
    r"measur|sav|specif|link|nam|deliver|attach|state|loaded|available|present|populat|in (?:the|this|your) (?:file|"
    r"table|data|"
    r"sheet|upload)|on file|there\b|part of (?:the|this|your))\w*"
)

STRONG: dict[Category, tuple[str, ...]] = {
    "TIMEOUT": (),
    "TOOL_FAILURE": (
        r"^\W*(?:error|exception|fatal|failure)\b ?(?:\d+)?:",
        r"\b(?:an?|the|some|only) (?:\w+ ){0,2}(?:error|exception|problem|failure|fault|issue|"
        r"glitch) (?:\w+ )?(?:while|when|during|in|with) (?:i |my |the |your |\w+ing )",
        rf"\b(?:could(?:n't| not)|failed to|unable to|wasn't able to) (?:be )?(?:\w+ )?(?:connect\w*|reach\w*|load\w*|"
        rf"open\w*|render\w*|execut\w*|contact\w*|"
        rf"access\w*|run|fetch\w*|query|read)\b(?: (?:to|the|your|a|from|any) (?:[\w'-]+ ){{0,3}}?{_PROCESS}|"
        rf"\W+(?:because|as|since|due|by|so)\b|\W*$)",
        r"\b(?:threw|thrown|raised|returned|gave|got|reports?|reported) (?:an?|the|back) (?:\w+ )?(?:exception|error|"
        r"fault|outage|failure)\b",
        r"\bconnection (?:to [\w ]+ )?(?:was|is|got|has been|had been)? ?(?:lost|interrupted|closed|reset|cut|refused|"
        r"dropped)\b",
        r"\b(?:overloaded|rate[- ]limit\w*|quota|throttled|too many requests)\b[^\d%]*$",
        r"\b(?:i'm|i am|i was|we're) (?:having|had|experiencing) (?:\w+ )?(?:trouble|difficult\w+|problems|issues|"
        r"a problem) (?:reaching|connecting|loading|running|accessing|with the|reading|opening)",
        r"\bsomething (?:broke|went wrong|failed|is broken|isn't working|got stuck)",
        r"\b(?:i|we) (?:\w+ )?(?:hit|ran into|encountered|got|received|met|keep getting|kept getting) (?:an?|the|some|"
        r"only an?) "
        r"(?:\w+ ){0,2}(?:error|problem|issue|exception|fault|snag|failure|glitch)",
        r"\ban? (?:\w+ ){0,2}error (?:occurred|happened|came up|came back|stopped me)",
        rf"\b(?:my|our|the|a|this) (?:[\w-]+ ){{0,3}}(?:tool|call|query|request|attempt|connection|"
        rf"lookup) (?:[\w⟦⟧-]+ ){{0,6}}?{_BROKE}",
        r"\b(?:lost|no|without) (?:the |my |a )?(?:connection|access) to the (?:\w+ ){0,3}(?:system|server|"
        r"database|service)",
    ),
    "TECHNICAL_LIMITATION": (
        r"\btechnical(?:ly)? (?:limitation|limit|restriction|reason|impossible|not possible|constraint)",
        r"\bas an? (?:ai|language model|llm|assistant|data analyst|analyst|text)\b",
        rf"\b{ME} (?:just |only |merely )?an? (?:\w+ )?(?:language model|ai|llm|text-based|chat\w*|assistant|program|"
        rf"bot)\b",
        rf"\b(?:i|we) (?:do{_N}|{_CAN}|don't|currently don't|also don't|simply don't|still don't) (?:currently |yet |"
        rf"actually |really )?"
        r"(?:have|possess|support|offer|handle|process) (?:\w+ ){0,2}?(?:the |a |an |any )?(?:ability|capabilit\w+|"
        r"way|means|tools?|access|feature|"
        r"function\w*|equipment|permission|internet|eyes|ears|live|real-time|audio|video|images?|pictures?|pdfs?)",
        r"\b(?:i|we) (?:have|lack|possess|am without|'ve) (?:got )?(?:no|the) (?:direct |real |live )?(?:ability|"
        r"capabilit\w+|way|means|tools?|access|feature|"
        r"function\w*|eyes|ears|internet|hands|connection to the (?:internet|outside|web)|browser|camera|microphone)",
        r"\bno (?:feature|function|functionality|way|means|option|tool|support|mechanism|ability|built-in)\b[^.]{0,60}?"
        r"\b(?:i|me|my|here|this system|the system|engine|for|available|exists|to)\b",
        rf"\b(?:not|{_N}|never|un|isn't|aren't) ?(?:be )?capable of\b|\bincapable of\b|\bbeyond (?:me|my|our|what i|"
        rf"the (?:scope|reach|capab\w+) of)\b",
        r"\bout of (?:my|its|our|the system's) (?:reach|scope|depth|league)\b|\boutside (?:of )?(?:my|the|"
        r"our) (?:scope|capab\w+|abilit\w+|remit|reach)",
        r"\b(?:is|are|was|be)(?: currently| yet)?(?:n't| not) (?:yet |currently |directly )?(?:supported|"
        r"among the (?:[\w ]+)|in my toolbox|"
        r"(?:something|a thing|anything) (?:that )?(?:i|we|this|the system)|part of (?:my|what i|this system)|"
        r"one of the|a format)",
        rf"\b(?:{_CAN}|(?:does|do|will|could|is){_N}) (?:\w+ )?(?:support|offer|handle|allow|let me|accept|understand|"
        rf"include a)\b",
        r"\b(?:i|we) (?:can|could)(?: only| just)? (?:only )?(?:work|handle|read|do|answer|deal|look|see|process|use|"
        r"run|draw) "
        r"(?:\w+ ){0,3}?(?:only|figures|text|tables|numbers|structured|what is|with what|from)\b",
        r"\b(?:{c}|could{n}|impossible to|not possible to|isn't possible to) (?:be )?(?:\w+ )?(?:send|e?mail|post|"
        r"browse|go online|watch|"
        r"listen|hear|install|remind|schedule|book|call|print|trigger|start|delete|write to|upload|play|view images|"
        r"see (?:images|pictures))".replace("{n}", _N).replace("{c}", _CAN),
        r"\b(?:larger|bigger|longer|wider|more|higher) than (?:the |what )?(?:[\w.,]+ ){0,4}?(?:i|we|this system|"
        r"the system|the engine) (?:can|could|"
        r"may|am able|is able|allows?|accepts?|handles?|takes?)",
        r"\b(?:exceeds?|over|above|past|beyond|end at|stops? at|caps? (?:out )?at|limited to|limit of|"
        r"maximum of)\b[^.]{0,40}\b(?:this system|the system|"
        r"i (?:can|may|am allowed)|my limit|our limit|engine|upload limit|size limit|row limit|column limit)",
        r"\bin this system end at\b|\b(?:tables?|columns?|rows?|files?|uploads?) in this system\b",
        r"\b(?:only|just) (?:supports?|handles?|works? with|accepts?|understands?|reads?)\b|\b(?:handles?|supports?|"
        r"accepts?|covers?|reads?|speaks?) [\w ,]+ only\b",
        r"\b(?:i|we) (?:can't|cannot|can not|couldn't|am not able to|'m not able to|don't) (?:\w+ )?(?:generate|draw|"
        r"create|make|produce|play|show|see|view|open|interpret|read|render|predict|transcribe) "
        r"(?:an? |any |the |your )?(?:\w+ )?(?:images?|pictures?|audio|videos?|maps?|3d|photos?|music|sound|pdfs?|"
        r"scans?|handwriting|animations?|slides?|recordings?|speech)\b",
        r"\b(?:can't|cannot|can not|no|unable to|don't have|not able to|without) (?:\w+ )?(?:access|reach|browse|"
        r"search|look at|connect to)\w* (?:to )?(?:the |any |your )?(?:\w+ )?"
        r"(?:internet|web\b|website\w*|external|online|outside|real-time|live|e-?mails?|calendar|mailbox|"
        r"other systems|news|social media|phone)",
        r"\b(?:not|n't|never) (?:designed|built|made|equipped|trained|set up|meant|intended|able by design) (?:to|"
        r"for)\b|\bi only have access to\b",
        r"\b(?:unable|not able) to (?:work with|listen|watch|see|browse|send|install|access|view|hear|open)\b",
        r"\b(?:nothing|not something|something) (?:that )?(?:i|we) (?:can(?: do| offer)?|could|have no means|cannot|"
        r"can't|don't|do not)\b",
        r"\bdon't (?:trigger|take|perform) actions\b|\bmy (?:abilities|capabilities|toolbox|tools) (?:do|don't|are|"
        r"end|only)",
    ),
    "AMBIGUOUS_QUERY": (
        r"\b(?:is|are|remains?|seems?|sounds?|looks?|was|stays?|quite|rather|a bit|somewhat|"
        r"it's) (?:\w+ )?(?:ambiguous|open to|unspecific|vague)\b",
        r"\b(?:it's|it is|is|are|still|remains?) (?:\w+ )?(?:unclear|not clear|n't clear) (?:to me )?(?:what|which|"
        r"whether|who|if|how) (?:\w+ ){0,3}?(?:you|your|is meant|to)\b",
        r"\b(?:(?:can|could|may|might) be (?:read|understood|taken|interpreted|meant|seen)|interpret\w* (?:this|that|"
        r"it|your)|"
        r"(?:several|two|three|four|both|many|multiple|different|more than one|various|a few|couple of|"
        r"at least two) (?:\w+ )?(?:ways|readings|"
        r"interpretations|meanings|understandings|possible (?:readings|meanings|interpretations|ways)))\b",
        r"\b(?:what|which)(?: exactly)?(?: (?!is |are |was |were |has |had )\w+){0,3} (?:do |did )?you (?:mean|"
        r"meant|want|wanted|refer|are after|'re after|have in mind|intend|would like|are referring|need)",
        r"\bdo you mean\b|\bdid you mean\b|\bare you (?:asking|after|looking|referring|interested)\b|\byou(?:'re| are|"
        r" may| might| could)? (?:be )?(?:after|referring|mean)\b",
        r"\b(?:tell|let) me (?:know )?(?:which|what you mean|whether you (?:mean|want)|if you mean)\b|\bwhich (?:one|"
        r"of (?:these|them|those|the (?:two|three)))\b[^.?]*\?",
        r"\b(?:please |could you |can you |would you |just to |to |you )(?:please )?(?:clarify|specify|"
        r"be more specific|disambiguate|narrow)\b",
        r"\b(?:leaves?|left) (?:that|this|it) open\b|\b(?:sentence|question|wording|request|term|word|"
        r"phrase)\b[^.]{0,30}\b(?:allows?|permits?|could mean|can mean|may mean|might mean|covers?|fits) (?:both|two|"
        r"either|several)?",
        r"\b(?:could|may|might|can) (?:refer|point|relate|stand|apply|mean) (?:to|for)?\b|\bboth (?:could|can|would|"
        r"might|may) be meant\b",
        r"\bdepends on (?:what|how|whether|which) (?:exactly )?you\b|\bplease confirm (?:whether|which|if)\b|"
        r"\bbefore i (?:go on|continue|start|calculate|answer|run)\b[^.]*\b(?:which|whether|or)\b",
        r"\b(?:more than one|two|several|multiple|three|both) (?:\w+ )?(?:columns?|fields?|definitions?|people|"
        r"persons?|customers?|products?|stores?|tables?|things|dates|places|items|candidates) (?:\w+ )?(?:called|"
        r"named|match\w*|with (?:that|this) name|could|fit|that (?:match|could|fit))\b",
        r"\b(?:can't|cannot|can not|couldn't|not sure|unsure|don't know|do not know|unclear) (?:tell |say |"
        r"know )?(?:which|what you|what exactly you|whether you|who you|whom you)\b",
        r"\bi(?:'d| would) (?:like|love|want|have) to know (?:which|what you|whether)\b",
        r"\b(?:definitions?|meanings?|columns?|fields?) (?:of [\w ]+ )?(?:live|stand|exist|sit) side by side\b",
    ),
    "INSUFFICIENT_INFO": (
        r"\b(?:not|n't|without|isn't|lack(?:s|ing)?|hardly|never) (?:\w+ )?(?:enough|sufficient|"
        r"adequate) (?:\w+ ){0,2}(?:information|data|detail|details|context|rows|records|points|history|evidence|"
        r"material|to)",
        r"\b(?:insufficient|too little|too few|inadequate|limited) (?:\w+ )?(?:information|data|details?|context|rows|"
        r"records|(?:data ?)?points|history|observations|to (?:see|say|tell|judge))",
        r"\b(?:i|we)(?:'d| would|'ll| will|'m going to|)? (?:also |first |still |really |at least |simply )*(?:need|"
        r"require|miss|lack|want|have to (?:see|know|have)|must (?:see|know|have)) (?!to (?:leave|decline|pass|"
        r"refuse|stop|turn|say))(?:\w+ )?(?:the|a|an|at|more|some|your|information|data|to know|both|all|further|"
        r"additional|details|it|them|that|this|kilo|exact|costs?)",
        rf"\b{_HOLDER}\b(?: [\w'-]+){{0,3}}? (?:does|do|did)(?:n't| not) (?:\w+ )?(?:contain|include|have|hold|cover|"
        rf"list|record|show|tell|say|carry|mention|provide|track|store|give|go|reach|capture|let|allow)",
        r"\bno (?:\w+ ){0,2}?(?:data|information|records?|figures?|history|entries|details|column|columns|field|"
        r"values|datasets?|file|table) (?:\w+ )?(?:is|are|was|were|exists?|available|for|about|on|of|from|to|in|yet|"
        r"has|have)\b",
        r"\b(?:i|we) (?:do(?:n't| not)|did(?:n't| not)|can(?:'t|not| not)|could(?:n't| not)|was(?:n't| not) able to|"
        r"am unable to|were unable to|failed to) (?:\w+ )?(?:see|find|have|locate|identify|spot|"
        r"get) (?:\w+ ){0,3}?(?:columns?|data|information|details|tables?|files?|fields?|records?|figures?|history|"
        r"dates?|values?|anything)\b",
        r"\b(?:sample|dataset|data set|data|history|series) (?:\w+ )?(?:is|was|are) (?:\w+ )?(?:too|not|"
        r"n't) (?:\w+ )?(?:small|short|sparse|thin|large|enough|long|few|little|limited)",
        r"\b(?:at least|minimum of) [\w.]+(?: \w+){0,2} (?:are|is|would be|were) (?:needed|required|necessary)\b|"
        r"\bneed at least\b",
        r"\bwithout (?:the|a|any|these|those|that|this|such|more|knowing|cost|price)\b[^.]{0,50}\b(?:can't|cannot|"
        r"can not|could not|couldn't|impossible|not possible|unable|no way|only)\b",
        r"^\W*(?:need|needs|require|requires) (?:some )?(?:more|additional|further|the) ",
        r"\byou have no (?:data|file|table|upload)\w*|\bupload (?:a|your|the) (?:\w+ )?(?:file|dataset|data|table)\b",
        r"\b(?:more|additional|further|extra) (?:information|details?|data|context|history) (?:is|are|would be|"
        r"from you|needed|required|please|about|on)",
        r"\bplease (?:\w+ )?(?:provide|give|tell|upload|share|attach|send|add|supply|include|name)\b",
        r"\b(?:could|can|would) you (?:please )?(?:provide|give me|upload|share|attach|send|add|supply|include|"
        r"tell me (?!which))\b",
        r"\b(?:haven't|have not|hasn't|has not|wasn't|was not|weren't|were not|never) (?:been )?(?:given|told|"
        r"provided|supplied|sent|shown|handed)\b",
        r"\b(?:if|once|when|as soon as|should) you (?:can |could |would )?(?:add|provide|upload|share|send|give|"
        r"attach|supply|tell)\b[^.]*\b(?:i|we|then)\b",
        rf"\b(?:the|this|that|your|both|these|our|ad|order|no|neither|nothing in the|"
        rf"of the) (?:[\w⟦⟧-]+ ){{0,3}}{_HOLDER}\b[^.;\d]{{0,40}}?(?:{_LACK}|\b(?:and|but) (?:no|nothing|none|"
        rf"neither)\b)",
        rf"\b(?:no|neither|nothing)\b[^.;:]{{0,60}}?\b(?:is|are|was|were|has been|have been|stands?|in|on|exists?|"
        rf"tells?|says?) (?:\w+ )?(?:{_GIVEN}|here|{_HOLDER}|beside)",
        rf"\b(?:(?:is|are|was|were|has|have|had){_N}|isn't|aren't|wasn't|weren't|not|neither|nor|"
        rf"never) (?:\w+ )?(?:been )?(?:recorded|stored|supplied|provided|given|exported|included|attached|uploaded|"
        rf"tracked|captured|collected|available (?:in|here)|present in|in (?:the|this|your) (?:file|table|data|sheet|"
        rf"upload|set)|on file|part of (?:the|this|your) (?:file|data|table))\b",
        r"\b(?:column|table|file|sheet|field|data ?set|upload|tab) (?:\w+ )?(?:is|are|seems?|was|comes?|"
        r"came) (?:\w+ )?(?:empty|blank|missing|unfilled|all null|incomplete)\b",
        r"\b(?:data|file|table|records?|history|log|export|dataset|series) (?:\w+ )?(?:only )?(?:starts?|begins?|"
        r"ends?|stops?|reach\w*|goes? back|covers?|spans?)\b[^.]{0,60}\b(?:so|only|no|nothing|which is why|"
        r"therefore|missing)\b",
        r"\b(?:there's|there is|there are|there was|i have|i see|i find|i've|we have) (?:\w+ )?(?:no|nothing|neither|"
        r"not a|too little)\b[^.;]{0,50}\b(?:in|for|to|on|about|at all|from|here|of|per|rate|column|figures?|data|"
        r"information)\b",
        r"\bno idea (?:from|by|with)\b|\bshares? no (?:key|column|field)\b|\ball (?:that(?:'s| is|"
        r" has)? )?(?:been )?(?:provided|i (?:have|was given|got))\b",
        r"\b(?:is|are|was|were) missing (?:from|in) (?:the|this|your)\b|\bmissing (?:from (?:the|this|your)|"
        r"information|data|input)\b",
        r"\bnot (?:recorded|stored|supplied|attached|provided|on file|in here)\b|\b(?:only|just) (?:has|have|holds?|"
        r"lists?|contains?|shows?)\b[^.]{0,40}\b(?:only|so|not|no|just)\b|\b(?:has|have|holds?|lists?|"
        r"contains?) [\w ]+ only\b|\bin (?:the )?table is only\b",
    ),
    "UNCERTAINTY": (
        rf"\b(?:{ME}|am|not) ?(?:also )?(?:not|n't|far from|less than|un) ?{_ADV}(?:sure|certain|confident|convinced|"
        rf"positive|clear)\b|(?:^\W*|\bi'm |\bi am |\bi remain )unsure\b|\bi'm uncertain\b|\bi am uncertain\b",
        rf"\b(?:i|we) (?:\w+ )?(?:do{_N}|don't|cannot|can't|can not|wouldn't|would not|couldn't) (?:\w+ )?(?:know|"
        rf"trust|feel|say|tell|vouch|rely|swear|guarantee|promise|be (?:sure|certain)|gauge|rule out|stand behind|"
        rf"back)\b",
        r"(?:^|[,.;:!?(–-] ?|\band |\bbut |\bthough |\bwell )(?:i|we)(?:'d| would|) (?:\w+ )?(?:think|believe|suppose|"
        r"guess|suspect|assume|doubt|imagine|reckon|presume|fear|lean|hesitate)\b(?! (?:of|about the))",
        r"\b(?:i|we) (?:may|might|could)(?: well)? (?:have|be|misread|misunderst\w+)\b|\b(?:may|might|"
        r"could) (?:well )?be (?:\w+ )?(?:wrong|off|misleading|incorrect|inaccurate|mistaken|inexact|misread|"
        r"unreliable|incomplete)",
        r"\b(?:should|must|need to|needs to|ought to|best) be (?:\w+ )?(?:treated|taken|read|seen|interpreted|viewed|"
        r"used) (?:\w+ )?(?:with|as)\b|\b(?:with|some|much|great) caution\b|\bcautious\b",
        r"\b(?:is|are|was|were|would|will|it's|they're|'s|quite|most|very) probably\b|^\W*probably\b|"
        r"\bprobably (?:the|about|around|it|because|due|some|near|not)\b",
        r"\b(?:please|do|kindly|should|would|might want to|i'd) (?:\w+ )?(?:double-?check|verify|check (?:this|it|"
        r"these|the figure|my)|confirm (?:this|it|independently|before|elsewhere))\b",
        r"\b(?:only |just )?(?:moderately|somewhat|fairly|partly|half|reasonably|not very|not too|mildly|"
        r"less) (?:confident|sure|certain|convinced)\b",
        r"\b(?:speculat\w+|tough call|close call|toss-?up|coin (?:flip|toss)|anyone's guess|anybody's guess|"
        r"either (?:could|may|might|one could)|crystal ball|shot in the dark|ballpark|off the top of my head)\b",
        r"\b(?:haven't|have not|couldn't|could not|can't|cannot|didn't|did not|wasn't able to|"
        r"not) (?:\w+ )?(?:verif\w*|confirm\w*|check\w* (?:it|this|that|them|whether)|validat\w*|cross-check\w*)\b",
        r"\b(?:apologies|i apologi[sz]e|my apologies|sorry(?=[,.!;]|$| but\b| i\b|"
        r" about that))\b(?! for the (?:inconvenience|late))|\b(?:i'm|i am) having (?:trouble|difficult\w+)\b|"
        r"\bi (?:give up|am lost|'m lost|am stuck|'m stuck)\b",
        r"\b(?:no|not a|without) (?:\w+ )?(?:clear|definite|definitive|reliable|firm|conclusive|straight|"
        r"simple) (?:answer|conclusion|explanation|reason|evidence|figure|picture|statement)\b|\binconclusive\b",
        r"\b(?:i have|i've|i still have|there (?:is|are)|with) (?:\w+ )?(?:doubts|low confidence|little confidence|"
        r"reservations|no confidence|misgivings|no idea|no clue)\b",
        r"\b(?:(?:only|just|merely|pure|wild|rough|educated|best|a|be) )+(?:guess|guessing|guesswork|speculation|"
        r"speculating|hunch|gut feeling)\b|\bmy (?:best |rough )?(?:guess|hunch|estimate|gut|feeling|impression)\b",
        r"(?<!not )(?<!n't )\b(?:hard|tough|difficult|tricky|impossible|not easy|not possible|too early|"
        r"too close) to (?:say|tell|know|pin|determine|judge|call|be (?:sure|certain)|give|draw|assess|answer)\b",
        r"\b(?:grain|pinch) of salt\b|\bif i (?:remember|recall)\b|\bfrom memory\b|\bas far as i (?:can|could|know)\b|"
        r"\bto the best of my\b|\bfor what it's worth\b|\bas good as mine\b|\bdon't quote me\b",
        r"\b(?:i|we)(?:'d| would)(?:n't|(?: rather| prefer(?: to)?)? not| never| hesitate| be wary| be careful|"
        r" be cautious|"
        r" caution)\b(?! (?:be able))",
        r"\b(?:don't|do not|please don't|not to|wouldn't|shouldn't|should not|can't) (?:rely|count|bet|lean|depend|"
        r"build|bank|act) (?:too much |too heavily )?on (?:me|it|this|that|these|my)\b",
        r"\b(?:back and forth|second-guess\w*|waver\w*|torn between|in two minds|on the fence|changing my mind|"
        r"sceptical|skeptical|hold loosely|would be guessing)\b",
        r"\b(?:treat|take|read|use|see) (?:this|that|it|these|them|the (?:figure|number|result)s?) (?:\w+ )?(?:with|"
        r"as) (?:\w+ ){0,2}(?:caution|care|rough|indicative|tentative|guess|salt|provisional)\b",
        r"^\W*(?:maybe|perhaps|possibly|probably|could be|might be|may be|can be|not sure|no idea|who knows|unclear|"
        r"hard to)\b[^\d]*(?:[.,?!]|$)",
        r"\b(?:perhaps|maybe) [\d.]+[^.]{0,12}, ?(?:perhaps|maybe) ",
        r"\b(?:it|there|they|this|that|which) (?:\w+ )?(?:might|may|could|can) (?:\w+ )?(?:possibly|perhaps|just|also|"
        r"well)\b|\b(?:it|there) (?:seems|appears|looks) (?:like|as if|that) (?:\w+ ){0,4}(?:might|may|could|possibly|"
        r"perhaps)\b",
        r"\b(?:numbers?|figures?|totals?|dates?|data) (?:\w+ )?(?:do|does|did|may|might)(?:n't|"
        r" not) (?:\w+ )?(?:add up|match|agree|be (?:right|correct)|look right|make sense|be complete)\b|"
        r"\bmay be (?:wrong|off|out of date|due to chance|incorrect|inaccurate)\b|\b(?:could|might) be (?:wrong|"
        r"off by|mistaken|either|anything|due to)\b",
        r"\b(?:some uncertainty|considerable uncertainty|much uncertainty|great uncertainty|highly uncertain|"
        r"very uncertain|quite uncertain|remains uncertain|is uncertain)\b",
    ),
}
"""What makes a reply not confident, by category, in lower-cased sentences."""

_REFUSED = (
    r"\b(?:i|we)(?:'ll| will|'d| would|) (?:\w+ )?(?:must|have to|need to|prefer to|going to|rather|regretfully|"
    r"respectfully|choose to|want to)? ?(?:decline|refuse|pass on|turn (?:this|that|it) down|say no|sit this|"
    r"leave (?:that|this|it)|step back|pass\b)",
    r"\b(?:i|we) (?:won't|will not|am not going to|'m not going to|'re not going to|must not|shouldn't|"
    r"should not|refuse|decline)\b|\b(?:i'm|i am|we're) not (?:going to|willing|comfortable|prepared|allowed|"
    r"in a position|the right)\b",
    r"\b(?:i'm|i am|we're) (?:afraid|sorry)\b(?! for the)|\b(?:unfortunately|regrettably)\b[^.]{0,60}\b(?:not|"
    r"n't|no|unable|impossible)\b",
    r"\bno (?:answer|comment|reply|verdict|opinion) (?:can|could|from|will|is|here|on)\b|\b(?:not|nothing|"
    r"isn't) (?:something |a question )?(?:that )?(?:will|can|could|to) be answered\b|\bdo without me\b|"
    r"\bnot (?:going to be )?answered here\b|\bno can do\b|\bcount me out\b",
    rf"\b(?:i|we)\b(?:'m| am|'re| are|'ve| have|'d| would| was|"
    rf" were)? ?(?:\w+ ){{0,2}}?{_UNABLE} (?:to )?(?!(?:overstate|stress|recommend .* enough|wait to))(?:\w+)",
    rf"\b(?:{_CAN}|could{_N}|can no longer) (?:\w+ )?be {_ANALYSE}|\bthat cannot be (?:said|known|told)\b",
    r"\b(?:photos?|images?|files?|pictures?|receipts?|one|those|these|that|part|rest) i (?:can't|cannot|couldn't|"
    r"could not|have to (?:refuse|leave|skip))\b",
)
REFUSED = re.compile("|".join(f"(?:{pattern})" for pattern in _REFUSED))
"""Declining and inability, whose category is that of the reason given."""

SENTENCE_OF_FAILURE = re.compile(
    rf"\b{_PROCESS}\b(?: [\w⟦⟧'’()-]+){{0,7}}? ?{_BROKE}\b|"
    rf"\b{_BROKE}\b(?: [\w-]+){{0,2}} by the (?:[\w-]+ ){{0,2}}{_PROCESS}\b|\b(?:connection|access|login|query|"
    rf"request) (?:refused|denied|rejected|lost|failed)\b|\boutage\b|\binternal (?:error|fault)\b|\bstatus code\b"
)
NO_RESULT = re.compile(_NO_RESULT)
OUT_OF_TIME = re.compile(_TIME)
PATTERNS: dict[Category, re.Pattern[str]] = {
    category: re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")
    for category, patterns in STRONG.items()
}
