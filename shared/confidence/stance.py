"""How an assistant sounds that doubts, declines, asks back or has failed; sought in text freed of quoted data.

Patterns are of grammar rather than of phrases: who speaks (I, my, "this system"), what cannot be, what broke.
"""

import re

from shared.confidence.phrases import (
    ADVERBS,
    ANALYSE,
    BROKE,
    CANNOT,
    GIVEN,
    HOLDER,
    IN_THIS_SYSTEM,
    LACKS,
    LATE,
    ME,
    NOT,
    NOTHING_CAME,
    PROCESS,
    THIS_SYSTEM,
    UNABLE,
)
from shared.contracts import Category

STRONG: dict[Category, tuple[str, ...]] = {
    "TIMEOUT": (),
    "TOOL_FAILURE": (
        r"^\W*(?:error|exception|fatal|failure)\b ?(?:\d+)?:",
        r"\b(?:an?|the|some|only) (?:\w+ ){0,2}(?:error|exception|problem|failure|fault|issue|glitch) (?:\w+ "
        r")?(?:while|when|during|in|with) (?:i |my |the |your |\w+ing )",
        rf"\b(?:could(?:n't| not)|failed to|unable to|wasn't able to) (?:be )?(?:\w+ )?(?:connect\w*|reach\w*|"
        rf"load\w*|open\w*|render\w*|execut\w*|contact\w*|access\w*|run|fetch\w*|query|read)\b(?: (?:to|the|your|a|"
        rf"from|any) (?:[\w'-]+ ){{0,3}}?{PROCESS}|\W+(?:because|as|since|due|by|so)\b|\W*$)",
        r"\b(?:kept|stopped|prevented) me from\b|\b(?:call|query|request|attempt|job|run|retry|retries|attempts|"
        r"tries)s? (?:\w+ )?(?:did(?:n't| not) succeed|(?:was|were) (?:unsuccessful|garbled)|failed\W*$)|\b(?:is|"
        r"are|was|were) having (?:\w+ )?(?:issues|problems|trouble)\b(?! (?:with|paying))|\bmy (?:code|script|query|"
        r"calculation)s? (?:\w+ )?(?:raised|threw|failed|crashed|broke|stopped)\b|\b(?:threw|thrown|raised|returned|"
        r"gave|got|reports?|reported) (?:an?|the|back) (?:\w+ )?(?:exception|error|fault|outage|failure)\b",
        r"\bconnection (?:to [\w ]+ )?(?:was|is|got|has been|had been)? ?(?:lost|interrupted|closed|reset|cut|"
        r"refused|dropped)\b",
        r"\b(?:overloaded|rate[- ]limit\w*|quota|throttled|too many requests)\b[^\d%]*$",
        r"\b(?:i'm|i am|i was|we're) (?:having|had|experiencing) (?:\w+ )?(?:trouble|difficult\w+|problems|issues|a "
        r"problem) (?:reaching|connecting|loading|running|accessing|with the|reading|opening)",
        r"\bsomething (?:broke|went wrong|failed|is broken|isn't working|got stuck)",
        r"\b(?:i|we) (?:\w+ )?(?:hit|ran into|encountered|got|received|met|keep getting|kept getting) (?:an?|the|"
        r"some|only an?) (?:\w+ ){0,2}(?:error|problem|issue|exception|fault|snag|failure|glitch)",
        r"\ban? (?:\w+ ){0,2}error (?:occurred|happened|came up|came back|stopped me)",
        rf"\b(?:my|our|the|a|this) (?:[\w-]+ ){{0,3}}(?:tool|call|query|request|attempt|connection|lookup) "
        rf"(?:[\w⟦⟧-]+ ){{0,6}}?{BROKE}",
        r"\b(?:lost|no|without) (?:the |my |a )?(?:connection|access) to the (?:\w+ ){0,3}(?:system|server|database|"
        r"service)",
    ),
    "TECHNICAL_LIMITATION": (
        rf"\b{THIS_SYSTEM}\b[^.;\d]{{0,40}}?(?:n't\b|\bnot\b|\bno\b|\bonly\b|\bnever\b|\black)",
        r"\b(?:is|are|was)(?:n't| not) (?:something |a thing |anything )?(?:\w+ )?(?:permitted|allowed|offered|"
        r"possible) (?:by|in) (?:my|this|our|the (?:system|tool|platform))\b|\b(?:my|our) (?:environment|platform|"
        r"sandbox|context window|toolset)\b[^.;]*(?:\bnot\b|n't\b|\bno\b|permits)|\b(?:i|we)(?:'m| am|'re| are) "
        r"(?:\w+ )?(?:restricted|confined|only able|limited) to\b|\b(?:is|are) (?:beyond|out of reach for) (?:any|"
        r"an|all) (?:ai|assistants?|models?|systems?)\b|\b(?:is|are)(?:n't| not) offered\b|\bthe (?:platform|system|"
        r"tool) (?:places|has|sets|caps|limits)\b[^.;]*\b(?:cap|limit|maximum|uploads?)\b|\bmaximum (?:number|size|"
        r"length)\b[^.;]*\bis [\d.,]+[^.;]*\b(?:your|yours)\b|\bcaps? (?:\w+ )?at [\d.,]+",
        rf"(?:n't\b|\bnot\b|\bno\b|\bnever\b|\bonly\b)[^.;]{{0,60}}?\b(?:in|by) {IN_THIS_SYSTEM}\b",
        rf"\b(?:i|we) (?:{CANNOT}|could{NOT}|won't|am not able to|am unable to|'m unable to) (?:\w+ )?(?:edit|"
        rf"change|alter|modify|"
        r"update|overwrite|place|order|pay|buy|sign|drive|translate|run (?:code|scripts?|programs?)|(?:open|follow|"
        r"click|visit) (?:\w+ )?(?:links?|urls?|pages?|websites?)|give (?:you )?(?:\w+ )?(?:legal|medical|tax|"
        r"financial|investment))\b",
        rf"\b(?:has{NOT}|have{NOT}) been (?:implemented|built|developed|released)\b|\b(?:not|n't|never) (?:\w+ "
        rf")?(?:implemented|"
        r"a feature|a function|(?:\w+ )?feature (?:that )?(?:we|i)\b|within (?:my|our) power|among (?:my|our) "
        r"(?:skills|features|functions))",
        r"\bnot (?:among|within|one of) (?:my|our) (?:skills|abilities|features|functions|power|reach)\b",
        r"\btechnical(?:ly)? (?:limitation|limit|restriction|reason|impossible|not possible|constraint)",
        r"\bas an? (?:ai|language model|llm|assistant|data analyst|analyst|text)\b",
        rf"\b{ME} (?:just |only |merely )?an? (?:\w+ )?(?:language model|ai|llm|text-based|chat\w*|assistant|"
        rf"program|bot)\b",
        rf"\b(?:i|we) (?:do{NOT}|{CANNOT}|don't|currently don't|also don't|simply don't|still don't) (?:currently |"
        rf"yet |actually |really )?"
        r"(?:have|possess|support|offer|handle|process) (?:\w+ ){0,2}?(?:the |a |an |any )?(?:ability|capabilit\w+|"
        r"way|means|tools?|access|feature|function\w*|equipment|permission|internet|eyes|ears|live|real-time|audio|"
        r"video|images?|pictures?|pdfs?)",
        r"\b(?:i|we) (?:have|lack|possess|am without|'ve) (?:got )?(?:no|the) (?:direct |real |live )?(?:ability|"
        r"capabilit\w+|way|means|tools?|access|feature|function\w*|eyes|ears|internet|hands|connection to the "
        r"(?:internet|outside|web)|browser|camera|microphone)",
        r"\bno (?:feature|function|functionality|way|means|option|tool|support|mechanism|ability|"
        r"built-in)\b[^.]{0,60}?\b(?:i|me|my|here|this system|the system|engine|for|available|exists|to)\b",
        rf"\b(?:not|{NOT}|never|un|isn't|aren't) ?(?:be )?capable of\b|\bincapable of\b|\bbeyond (?:me|my|our|what "
        rf"i|the (?:scope|reach|capab\w+) of)\b",
        r"\bout of (?:my|its|our|the system's) (?:reach|scope|depth|league)\b|\boutside (?:of )?(?:my|the|our) "
        r"(?:scope|capab\w+|abilit\w+|remit|reach)",
        r"\b(?:is|are|was|be)(?: currently| yet)?(?:n't| not) (?:yet |currently |directly )?(?:supported|among the "
        r"(?:[\w ]+)|in my toolbox|(?:something|a thing|anything) (?:that )?(?:i|we|this|the system)\b(?! (?:can|"
        r"could|will|would|may|want to|should) (?:answer|say|comment|tell|judge|discuss|speak|help))|part of (?:my|"
        r"what i|this system)|one of the|a format)",
        rf"\b(?:{CANNOT}|(?:does|do|will|could|is){NOT}) (?:\w+ )?(?:support|offer|handle|allow|let me|accept|"
        rf"understand(?! (?:what|which|your|the|you))|include a)\b",
        r"\b(?:i|we) (?:can|could)(?: only| just)? (?:only )?(?:work|handle|read|do|answer|deal|look|see|process|"
        r"use|run|draw) (?:\w+ ){0,3}?(?:only|figures|text|tables|numbers|structured|what is|with what|from)\b",
        r"\b(?:{c}|could{n}|impossible to|not possible to|isn't possible to) (?:be )?(?:\w+ )?(?:send|e?mail|post|"
        r"browse|go online|watch|listen|hear|install|remind|schedule|book|call|print|trigger|start|delete|write to|"
        r"upload|play|view images|"
        r"see (?:images|pictures))".replace("{n}", NOT).replace("{c}", CANNOT),
        r"\b(?:larger|bigger|longer|wider|more|higher) than (?:the |what )?(?:[\w.,]+ ){0,4}?(?:i|we|this system|"
        r"the system|the engine) (?:can|could|may|am able|is able|allows?|accepts?|handles?|takes?)",
        r"\b(?:exceeds?|over|above|past|beyond|end at|stops? at|caps? (?:out )?at|limited to|limit of|maximum "
        r"of)\b[^.]{0,40}\b(?:this system|the system|i (?:can|may|am allowed)|my limit|our limit|engine|upload "
        r"limit|size limit|row limit|column limit)",
        r"\bin this system end at\b|\b(?:tables?|columns?|rows?|files?|uploads?) in this system\b",
        r"\b(?:only|just) (?:supports?|handles?|works? with|accepts?|understands?|reads?)\b|\b(?:handles?|supports?|"
        r"accepts?|covers?|reads?|speaks?) [\w ,]+ only\b",
        r"\b(?:i|we) (?:can't|cannot|can not|couldn't|am not able to|'m not able to|don't) (?:\w+ )?(?:generate|"
        r"draw|create|make|produce|play|show|see|view|open|interpret|read|render|predict|transcribe) (?:an? |any |"
        r"the |your )?(?:\w+ )?(?:images?|pictures?|audio|videos?|maps?|3d|photos?|music|sound|pdfs?|scans?|"
        r"handwriting|animations?|slides?|recordings?|speech)\b",
        r"\b(?:can't|cannot|can not|no|unable to|don't have|not able to|without) (?:\w+ )?(?:access|reach|browse|"
        r"search|look at|connect to)\w* (?:to )?(?:the |any |your )?(?:\w+ )?(?:internet|web\b|website\w*|external|"
        r"online|outside|real-time|live|e-?mails?|calendar|mailbox|other systems|news|social media|phone)",
        r"\b(?:not|n't|never) (?:designed|built|made|equipped|trained|set up|meant|intended|able by design) (?:to|"
        r"for)\b|\bi only have access to\b",
        r"\b(?:unable|not able) to (?:work with|listen|watch|see|browse|send|install|access|view|hear|open)\b",
        r"\b(?:nothing|not something|something) (?:that )?(?:i|we) (?:can(?: do| offer)?(?! (?:answer|say|comment|"
        r"tell|judge|discuss|speak))|could|have no means|have no (?:\w+ )?(?:connection|access)|cannot|can't|don't|"
        r"do not)\b",
        r"\bdon't (?:trigger|take|perform) actions\b|\bmy (?:abilities|capabilities|toolbox|tools) (?:do|don't|are|"
        r"end|only)",
    ),
    "AMBIGUOUS_QUERY": (
        r"\b(?:is|are|remains?|seems?|sounds?|looks?|was|stays?|quite|rather|a bit|somewhat|it's) (?:\w+ "
        r")?(?:ambiguous|open to|unspecific|vague)\b",
        r"\b(?:it's|it is|is|are|still|remains?) (?:\w+ )?(?:unclear|not clear|n't clear) (?:to me )?(?:what|which|"
        r"whether|who|if|how) (?:\w+ ){0,3}?(?:you|your|is meant|to)\b",
        r"\b(?:(?:can|could|may|might) be (?:read|understood|taken|interpreted|meant|seen)|interpret\w* (?:this|"
        r"that|it|your)|(?:several|two|three|four|both|many|multiple|different|more than one|various|a few|couple "
        r"of|at least two) (?:\w+ )?(?:ways|readings|interpretations|meanings|understandings|possible (?:readings|"
        r"meanings|interpretations|ways)))\b",
        r"\b(?:what|which)(?: exactly)?(?: (?!is |are |was |were |has |had )\w+){0,3} (?:do |did )?you (?:mean|"
        r"meant|want|wanted|refer|are after|'re after|have in mind|intend|would like|are referring|need)",
        r"\b(?:isn't|is not|not|n't) (?:\w+ )?clear to me (?:what|which|who|whether|if|how)\b|\b(?:i|we)(?:'m| am)? "
        r"(?:do(?:n't| not)|don't|did(?:n't| not)|can't|couldn't|fail to|not) (?:\w+ ){0,2}?(?:understand|"
        r"understanding|follow|following|grasp|get) (?:what|which|your|the question|you)\b|\bdo you mean\b|\bdid "
        r"you mean\b|\bare you (?:asking|after|looking|referring|interested)\b|\byou(?:'re| are| may| might| "
        r"could)? (?:be )?(?:after|referring|mean)\b",
        r"\b(?:tell|let) me (?:know )?(?:which|what you mean|whether you (?:mean|want)|if you mean)\b|\bwhich "
        r"(?:one|of (?:these|them|those|the (?:two|three)))\b[^.?]*\?",
        r"\b(?:please |could you |can you |would you |just to |to |you )(?:please )?(?:clarify|specify|be more "
        r"specific|disambiguate|narrow)\b",
        r"\b(?:leaves?|left) (?:that|this|it) open\b|\b(?:sentence|question|wording|request|term|word|"
        r"phrase)\b[^.]{0,30}\b(?:allows?|permits?|could mean|can mean|may mean|might mean|covers?|fits) (?:both|"
        r"two|either|several)?",
        r"\b(?:could|may|might|can) (?:refer|point|relate|stand|apply|mean) (?:to|for)?\b|\bboth (?:could|can|would|"
        r"might|may) be meant\b",
        r"\bdepends on (?:what|how|whether|which) (?:exactly )?you\b|\bplease confirm (?:whether|which|if)\b|"
        r"\bbefore i (?:go on|continue|start|calculate|answer|run)\b[^.]*\b(?:which|whether|or)\b",
        r"\b(?:more than one|two|several|multiple|three|both) (?:\w+ )?(?:columns?|fields?|definitions?|people|"
        r"persons?|customers?|products?|stores?|tables?|things|dates|places|items|candidates) (?:\w+ )?(?:called|"
        r"named|match\w*|with (?:that|this) name|could|fit|that (?:match|could|fit))\b",
        r"\b(?:can't|cannot|can not|couldn't|not sure|unsure|don't know|do not know|unclear) (?:tell |say |know "
        r")?(?:which (?:[\w⟦⟧]+ ){0,3}(?:you|your|is|are|was|were|do|does|to)\b(?! (?:better|best|right|larger|"
        r"higher|true))|which\W*$|what you|what exactly you|whether you|who you|whom you)",
        r"^\W*⟦⟧\W* (?:could|may|might|can) (?:be|mean) [^.]*\bor\b",
        r"\bi(?:'d| would) (?:like|love|want|have) to know (?:which|what you|whether)\b",
        r"\b(?:definitions?|meanings?|columns?|fields?) (?:of [\w ]+ )?(?:live|stand|exist|sit) side by side\b",
    ),
    "INSUFFICIENT_INFO": (
        r"\b(?:not|n't|without|isn't|lack(?:s|ing)?|hardly|never) (?:\w+ )?(?:enough|sufficient|adequate) (?:\w+ "
        r"){0,2}(?:information|data|detail|details|context|rows|records|points|history|evidence|material|to)",
        r"\b(?:insufficient|too little|too few|inadequate|limited) (?:\w+ )?(?:information|data|details?|context|"
        r"rows|records|(?:data ?)?points|history|observations|to (?:see|say|tell|judge))",
        r"\b(?:i|we)(?:'d| would|'ll| will|'m going to|)? (?:also |first |still |really |at least |simply )*(?:need|"
        r"require|miss|lack|want|have to (?:see|know|have)|must (?:see|know|have)) (?!to (?:leave|decline|pass|"
        r"refuse|stop|turn|say))(?:\w+ )?(?:the|a|an|at|more|some|your|information|data|to know|both|all|further|"
        r"additional|details|it|them|that|this|kilo|exact|costs?)",
        rf"\b{HOLDER}\b(?: [\w'-]+){{0,3}}? (?:does|do|did)(?:n't| not) (?:\w+ )?(?:contain|include|have|hold|cover|"
        rf"list|record|show|tell|say|carry|mention|provide|track|store|give|go|reach|capture|let|allow)",
        r"\bno (?:\w+ ){0,2}?(?:data|information|records?|figures?|history|entries|details|column|columns|field|"
        r"values|datasets?|file|table) (?:(?:is|are|was|were) (?!(?:rejected|lost|damaged|deleted|changed|refused|"
        r"broken|wrong|late))|exists?|available|for|about|on|of|from|to|in|yet|has|have)\b",
        r"\b(?:i|we) (?:do(?:n't| not)|did(?:n't| not)|can(?:'t|not| not)|could(?:n't| not)|was(?:n't| not) able to|"
        r"am unable to|were unable to|failed to) (?:\w+ )?(?:see|find|have|locate|identify|spot|get) (?:\w+ "
        r"){0,3}?(?:columns?|data|information|details|tables?|files?|fields?|records?|figures?|history|dates?|"
        r"values?|anything)\b",
        r"\b(?:sample|dataset|data set|data|history|series) (?:\w+ )?(?:is|was|are) (?:\w+ )?(?:too|not|n't) (?:\w+ "
        r")?(?:small|short|sparse|thin|large|enough|long|few|little|limited)",
        r"\b(?:at least|minimum of) [\w.]+(?: \w+){0,2} (?:are|is|would be|were) (?:needed|required|necessary)\b|"
        r"\bneed at least\b",
        r"\bwithout (?:the|a|any|these|those|that|this|such|more|knowing|cost|price)\b[^.]{0,50}\b(?:can't|cannot|"
        r"can not|could not|couldn't|impossible|not possible|unable|no way|only)\b",
        r"^\W*(?:need|needs|require|requires) (?:some )?(?:more|additional|further|the) ",
        r"\byou(?:\'d| would|\'ll| will)? (?:also |first )?need (?:a|the|some|more) (?:\w+ )?(?:columns?|data|"
        r"files?|tables?|field|figures)\b|\b(?:nowhere to be found|is silent (?:on|about)|stays? unknown|remains? "
        r"unknown) ?(?:in|on|about|[.,;]|$)|\bn[o\']t (?:a )?part of what (?:you|i)\b|\b(?:given|told|have|got) "
        r"(?:\w+ )?too little\b|\btoo (?:few|little|small|short|sparse) (?:a \w+ )?(?:for|to)\b(?! (?:the|a) "
        r"(?:price|market|table|room))|\b(?:i|we) (?:found|find|see|saw|have) no (?:[\w⟦⟧-]+ ){1,3}(?:with|called|"
        r"named|for|from|in|of)\b|\byou have no (?:data|file|table|upload)\w*|\bupload (?:a|your|the) (?:\w+ "
        r")?(?:file|dataset|data|table)\b",
        r"\b(?:more|additional|further|extra) (?:information|details?|data|context|history) (?:is|are|would be|from "
        r"you|needed|required|please|about|on)",
        r"\bplease (?:\w+ )?(?:provide|give|tell|upload|share|attach|send|add|supply|include|name)\b",
        r"\b(?:could|can|would) you (?:please )?(?:provide|give me|upload|share|attach|send|add|supply|include|tell "
        r"me (?!which))\b",
        r"\b(?:haven't|have not|hasn't|has not|wasn't|was not|weren't|were not|never) (?:been )?(?:given|told|"
        r"provided|supplied|sent|shown|handed)\b",
        r"\b(?:if|once|when|as soon as|should) you (?:can |could |would )?(?:add|provide|upload|share|send|give|"
        r"attach|supply|tell)\b[^.]*\b(?:i|we|then)\b",
        rf"\b(?:the|this|that|your|both|these|our|ad|order|no|neither|nothing in the|of the) (?:[\w⟦⟧-]+ "
        rf"){{0,3}}{HOLDER}\b[^.;\d]{{0,40}}?(?:{LACKS}|\b(?:and|but) (?:no|nothing|none|neither)\b)",
        rf"\b(?:no|neither|nothing)\b[^.;:]{{0,60}}?\b(?:is|are|was|were|has been|have been|stands?|in|on|exists?|"
        rf"tells?|says?) (?:\w+ )?(?:{GIVEN}|here|{HOLDER}|beside)",
        rf"\b(?:(?:is|are|was|were|has|have|had){NOT}|isn't|aren't|wasn't|weren't|not|neither|nor|never) (?:\w+ "
        rf")?(?:been )?(?:recorded|stored|supplied|provided|given|exported|included (?:in|with|here)|attached|"
        rf"uploaded|tracked|captured|collected|available (?:in|here)|present in|in (?:the|this|your) (?:file|table|"
        rf"data|sheet|upload|set)|on file|part of (?:the|this|your) (?:file|data|table))\b",
        r"\b(?:column|table|file|sheet|field|data ?set|upload|tab) (?:\w+ )?(?:is|are|seems?|was|comes?|came) "
        r"(?:\w+ )?(?:empty|blank|missing|unfilled|all null|incomplete)\b",
        r"\b(?:data|file|table|records?|history|log|export|dataset|series) (?:\w+ )?(?:only )?(?:starts?|begins?|"
        r"ends?|stops?|reach\w*|goes? back|covers?|spans?)\b[^.]{0,60}(?:\b(?:not|no|nothing|which is why|cannot|"
        r"missing|can only)\b|n\'t\b)",
        r"\b(?:there's|there is|there are|there was|i have|i see|i find|i've|we have) (?:\w+ )?(?:no|nothing|"
        r"neither|not a|too little)\b[^.;]{0,50}\b(?:in|for|to|on|about|at all|from|here|of|per|rate|column|"
        r"figures?|data|information)\b",
        r"\bno idea (?:from|by|with)\b|\bshares? no (?:key|column|field)\b|\ball (?:that(?:'s| is| has)? )?(?:been "
        r")?(?:provided|i (?:have|was given|got))\b",
        r"\b(?:is|are|was|were) missing (?:from|in) (?:the|this|your)\b|\bmissing (?:from (?:the|this|your)|"
        r"information|data|input)\b",
        r"\bnot (?:recorded|stored|supplied|attached|provided|on file|in here)\b|\b(?:only|just) (?:has|have|holds?|"
        r"lists?|contains?|shows?)\b[^.]{0,40}\b(?:only|so|not|no|just)\b|\b(?:has|have|holds?|lists?|contains?) "
        r"[\w ]+ only\b|\bin (?:the )?table is only\b",
    ),
    "UNCERTAINTY": (
        rf"\b(?:{ME}|am|not) ?(?:also )?(?:not|n't|far from|less than|un) ?{ADVERBS}(?:sure|certain|confident|"
        rf"convinced|positive|clear)\b|(?:^\W*|\bi'm |\bi am |\bi remain )unsure\b|\bi'm uncertain\b|\bi am "
        rf"uncertain\b",
        rf"\b(?:i|we) (?:\w+ )?(?:do{NOT}|don't|cannot|can't|can not|wouldn't|would not|couldn't) (?:\w+ )?(?:know|"
        rf"trust|feel|say|tell|vouch|rely|swear|guarantee|promise|be (?:sure|certain)|gauge|rule out|stand behind|"
        rf"back)\b",
        r"(?:^|[,.;:!?(–-] ?|\band |\bbut |\bthough |\bwell )(?:i|we)(?:'d| would|) (?:\w+ )?(?:think|believe|"
        r"suppose|guess|suspect|assume|doubt|imagine|reckon|presume|fear|lean|hesitate)\b(?! (?:of|about the))",
        r"\b(?:i|we) (?:may|might|could)(?: well)? (?:have|be|misread|misunderst\w+)\b|\b(?:may|might|could) "
        r"(?:well )?be (?:\w+ )?(?:wrong|off|misleading|incorrect|inaccurate|mistaken|inexact|misread|unreliable|"
        r"incomplete)",
        r"\b(?:should|must|need to|needs to|ought to|best) be (?:\w+ )?(?:treated|taken|read|seen|interpreted|"
        r"viewed|used) (?:\w+ )?(?:with|as)\b|\b(?:with|some|much|great) caution\b|\bcautious\b",
        r"\b(?:is|are|was|were|would|will|it's|they're|'s|quite|most|very) probably\b|^\W*probably\b|\bprobably "
        r"(?:the|about|around|it|because|due|some|near|not)\b",
        r"\b(?:please|do|kindly|should|would|might want to|i'd) (?:\w+ )?(?:double-?check|verify|check (?:this|it|"
        r"these|the figure|my)|confirm (?:this|it|independently|before|elsewhere))\b",
        r"\b(?:only |just )?(?:moderately|somewhat|fairly|partly|half|reasonably|not very|not too|mildly|less) "
        r"(?:confident|sure|certain|convinced)\b",
        r"\b(?:speculat\w+|tough call|close call|toss-?up|coin (?:flip|toss)|anyone's guess|anybody's guess|either "
        r"(?:could|may|might|one could)|crystal ball|shot in the dark|ballpark|off the top of my head)\b",
        r"\b(?:haven't|have not|couldn't|could not|can't|cannot|didn't|did not|wasn't able to|not) (?:\w+ "
        r")?(?:verif\w*|confirm\w*|check\w* (?:it|this|that|them|whether)|validat\w*|cross-check\w*)\b",
        r"\b(?:apologies|i apologi[sz]e|my apologies|sorry(?=[,.!;]|$| but\b| i\b| about that))\b(?! for the "
        r"(?:inconvenience|late))|\b(?:i'm|i am) having (?:trouble|difficult\w+)\b|\bi (?:give up|am lost|'m lost|"
        r"am stuck|'m stuck)\b",
        r"\b(?:no|not a|without) (?:\w+ )?(?:clear|definite|definitive|reliable|firm|conclusive|straight|simple) "
        r"(?:answer|conclusion|explanation|reason|evidence|figure|picture|statement)\b|\binconclusive\b",
        r"\b(?:i have|i've|i still have|there (?:is|are)|with) (?:\w+ )?(?:doubts|low confidence|little confidence|"
        r"reservations|no confidence|misgivings|no idea|no clue)\b",
        r"\b(?:(?:only|just|merely|pure|wild|rough|educated|best|a|be) )+(?:guess|guessing|guesswork|speculation|"
        r"speculating|hunch|gut feeling)\b|\bmy (?:best |rough )?(?:guess|hunch|estimate|gut|feeling|impression)\b",
        r"(?<!not )(?<!n't )\b(?:hard|tough|difficult|tricky|impossible|not easy|not possible|too early|too close) "
        r"to (?:say|tell|know|pin|determine|judge|call|be (?:sure|certain)|give|draw|assess|answer)\b",
        r"\b(?:grain|pinch) of salt\b|\bif i (?:remember|recall)\b|\bfrom memory\b|\bas far as i (?:can|could|"
        r"know)\b|\bto the best of my\b|\bfor what it's worth\b|\bas good as mine\b|\bdon't quote me\b",
        r"\b(?:i|we)(?:'d| would)(?:n't|(?: rather| prefer(?: to)?)? not| never| hesitate| be wary| be careful| be "
        r"cautious| caution)\b(?! (?:be able))",
        r"\b(?:don't|do not|please don't|not to|wouldn't|shouldn't|should not|can't) (?:rely|count|bet|lean|depend|"
        r"build|bank|act) (?:too much |too heavily )?on (?:me|it|this|that|these|my)\b",
        r"\b(?:back and forth|second-guess\w*|waver\w*|torn between|in two minds|on the fence|changing my mind|"
        r"sceptical|skeptical|hold loosely|would be guessing)\b",
        r"\b(?:treat|take|read|use|see) (?:this|that|it|these|them|the (?:figure|number|result)s?) (?:\w+ )?(?:with|"
        r"as) (?:\w+ ){0,2}(?:caution|care|rough|indicative|tentative|guess|salt|provisional)\b",
        r"^\W*(?:maybe|perhaps|possibly|probably|could be|might be|may be|can be|not sure|no idea|who knows|unclear|"
        r"hard to)\b[^\d]*(?:[.,?!]|$)",
        r"\bgive or take a lot\b|\bthin ice\b|\b(?:rough|vague) indication\b|\bsomewhere between\b[^.]*\bhonest\b|"
        r"\b(?:perhaps|maybe|possibly|probably) [\d.]+[^.]{0,12}, ?(?:or )?(?:perhaps|maybe|possibly|probably) ",
        r"\b(?:it|there|they|this|that|which) (?:\w+ )?(?:might|may|could|can) (?:\w+ )?(?:possibly|perhaps|just|"
        r"also|well)\b|\b(?:it|there) (?:seems|appears|looks) (?:like|as if|that) (?:\w+ ){0,4}(?:might|may|could|"
        r"possibly|perhaps)\b",
        r"\b(?:numbers?|figures?|totals?|dates?|data) (?:\w+ )?(?:do|does|did|may|might)(?:n't| not) (?:\w+ "
        r")?(?:add up|match|agree|be (?:right|correct)|look right|make sense|be complete)\b|\bmay be (?:wrong|off|"
        r"out of date|due to chance|incorrect|inaccurate)\b|\b(?:could|might) be (?:wrong|off by|mistaken|either|"
        r"anything|due to)\b",
        r"\b(?:some uncertainty|considerable uncertainty|much uncertainty|great uncertainty|highly uncertain|very "
        r"uncertain|quite uncertain|remains uncertain|is uncertain)\b",
    ),
}
"""What makes a reply not confident, by category, in lower-cased sentences."""

_REFUSED = (
    r"\b(?:i|we)(?:'ll| will|'d| would|) (?:\w+ )?(?:must|have to|need to|prefer to|going to|rather|regretfully|"
    r"respectfully|choose to|want to)? ?(?:decline|refuse|pass on|turn (?:this|that|it) down|say no|sit this|leave "
    r"(?:that|this|it)|step back|pass\b)",
    r"\b(?:i|we) (?:won't|will not|am not going to|'m not going to|'re not going to|must not|shouldn't|should not|"
    r"refuse|decline)\b|\b(?:i'm|i am|we're) not (?:going to|willing|comfortable|prepared|allowed|in a position|the "
    r"right)\b",
    r"\b(?:i'm|i am|we're) (?:afraid|sorry)\b(?! for the)|\b(?:unfortunately|regrettably)\b[^.]{0,60}\b(?:not|n't|"
    r"no|unable|impossible)\b",
    r"\bno (?:answer|comment|reply|verdict|opinion) (?:can|could|from|will|is|here|on)\b|\b(?:not|nothing|isn't) "
    r"(?:something |a question )?(?:that )?(?:will|can|could|to) be answered\b|\bdo without me\b|\bnot (?:going to "
    r"be )?answered here\b|\bno can do\b|\bcount me out\b",
    rf"\b(?:i|we)\b(?:'m| am|'re| are|'ve| have|'d| would| was| were)? ?(?:\w+ ){{0,2}}?{UNABLE} (?:to "
    rf")?(?!(?:overstate|stress|recommend .* enough|wait to))(?:\w+)",
    rf"(?<!that )(?<!which )(?<!who )\b(?:{CANNOT}|could{NOT}|can no longer) (?:\w+ )?be {ANALYSE}|\bthat cannot be "
    rf"(?:said|known|told)\b",
    r"\b(?:photos?|images?|files?|pictures?|receipts?|one|those|these|that|part|rest) i (?:can't|cannot|couldn't|"
    r"could not|have to (?:refuse|leave|skip))\b",
)
REFUSED = re.compile("|".join(f"(?:{pattern})" for pattern in _REFUSED))
"""Declining and inability, whose category is that of the reason given."""

SENTENCE_OF_FAILURE = re.compile(
    rf"\b{PROCESS}\b(?: [\w⟦⟧'’()-]+){{0,7}}?(?:, (?:which|that))? ?{BROKE}\b|\b{BROKE}\b(?: [\w-]+){{0,2}} by the "
    rf"(?:[\w-]+ ){{0,2}}{PROCESS}\b|\b(?:connection|access|login|query|request) (?:refused|denied|rejected|lost|"
    rf"failed)\b|\b(?:an outage (?:at|in|of|on|has)|"
    r"(?:because of|due to|owing to) an outage)(?! in (?:the|your|this) (?:data|table|file))|\b(?:error|fault|"
    r"problem|failure|malfunction|crash|glitch) (?:has |have )?(?:prevented|kept|stopped) (?:me|us)\b|\b(?:because "
    r"of|due to|owing to) an? (?:\w+ ){0,2}(?:malfunction|error|failure|fault|crash|outage)\b|\b(?:failed|"
    r"unsuccessful|vain) (?:attempts?|tries)\b[^.]*\b(?:i|we)\b|\binternal (?:error|fault)\b|\bstatus code\b"
)
NO_RESULT = re.compile(NOTHING_CAME)
OUT_OF_TIME = re.compile(LATE)
PATTERNS: dict[Category, re.Pattern[str]] = {
    category: re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")
    for category, patterns in STRONG.items()
}
