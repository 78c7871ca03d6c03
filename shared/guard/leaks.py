"""What must never stand in a reply, each kind by the shape that gives it away."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

REMOVED = "[removed]"


def luhn(text: str) -> bool:
    """Whether the digits are those of a payment card (ISO/IEC 7812-1)."""
    from stdnum import luhn as standard  # only where something looks like a card

    digits = re.sub(r"\D", "", text)
    return 13 <= len(digits) <= 19 and len(set(digits)) > 1 and bool(standard.is_valid(digits))


def iban(text: str) -> bool:
    """Whether the text is an account number (ISO 13616), with its country's length and check digits."""
    from stdnum import iban as standard  # only where something looks like one

    return bool(standard.is_valid(text, check_country=False))


def phone(text: str) -> bool:
    """Whether it can be a telephone number of its country (ITU-T E.164), and is not merely a large number in groups."""
    import phonenumbers  # only where something looks like one

    if re.fullmatch(r"\+\d{1,3}(?: \d{3})+", text) and sum(c.isdigit() for c in text) <= 9:
        return False
    try:
        return bool(phonenumbers.is_possible_number(phonenumbers.parse(re.sub(r"^00", "+", text), None)))
    except phonenumbers.NumberParseException:
        return False


def ulid(text: str) -> bool:
    """Letters and digits both in its last 26 characters: a long word is none, a long number neither."""
    return any(c.isdigit() for c in text[-26:]) and any(c.isalpha() for c in text[-26:])


@dataclass(frozen=True)
class Leak:
    """One kind of leak. `proof` has the last word on what the pattern found; every find of it holds one of `needs`,
    folded, where these are known."""

    kind: str
    shape: str
    replacement: str = REMOVED
    proof: Callable[[str], bool] | None = None
    needs: tuple[str, ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The shape as a pattern, from its first use on: many functions import this page, few look for leaks."""
        return re.compile(self.shape, re.MULTILINE)

    def can_be_in(self, text: str) -> bool:
        """Whether a `folded` text holds one of its `needs`, without which its pattern need not be tried."""
        return not self.needs or any(one in text for one in self.needs)


def folded(text: str) -> str:
    """The text as `needs` are sought in it: a pattern that ignores case takes İ and ı for an i too."""
    return text.casefold().translate({0x131: "i", 0x307: None})


_BUILT_IN = (
    r"(?:Arithmetic|Assertion|Attribute|Buffer|EOF|Floating ?Point|IO|Import|Index|Key|Lookup|Memory|"
    r"ModuleNotFound|Name|"
    r"NotImplemented|OS|Overflow|Permission|Recursion|Reference|Runtime|SQL|Syntax|System|Timeout|Type|Unicode|"
    r"UnicodeDecode|UnicodeEncode|Value|ZeroDivision|Connection|ConnectionReset|FileNotFound|JSONDecode)"
)
_ERROR_NAME = (
    rf"(?:[A-Za-z_]\w*\.){{0,6}}(?:{_BUILT_IN}(?:Error|Exception)|"
    r"[A-Z][A-Za-z0-9]+(?:Error|Exception|Fault|Timedout|Interrupt)(?![ ][A-Z][a-z-])|"
    r"Stop(?:Async)?Iteration|GeneratorExit|SystemExit)"
)
"""An unknown name with a capitalised word after it is a name of the data: "DataError Pro"."""
_REST = r"(?:\s*:\s[^\n]*|\([^\n]*\))?"
_SENTENCE = r"[^\n.!?]*(?:[.!?]+[\"'”’)]*(?=\s|$)|$)"

TRACES = (
    Leak(
        "traceback",
        r"(?:^[ \t]*)?Traceback \(most recent call last\):[^\n]*(?:\n[ "
        r"\t]+[^\n]*)*(?:\n[A-Za-z_][\w.]*(?::[^\n]*)?$)?",
        "",
    ),
    Leak("traceback", r"^[ \t]*File \"[^\"\n]+\", line \d+(?:, in [^\n]*)?(?:\n[ \t]+[^\n]*)*", ""),
    Leak("traceback", r"File \"[^\"\n]+\", line \d+(?:, in \S+)?", ""),
    Leak("traceback", r"\bline \d+, in (?:<\w+>|\w+)|\{\"level\":[^\n]*", ""),
    Leak("traceback", r"(?i)\b(?:a )?(?:traceback|stack ?trace)\b", "an internal problem"),
    Leak("traceback", r"^[ \t]*at [\w$.<>]+ ?\([^()\n]*:\d+\)[^\n]*(?:\n|$)", ""),
)

PROMPTS = (
    Leak(
        "prompt",
        r"(?i)(?:^|(?<=[.!?] ))[^\n.!?]{0,200}?\b(?:(?:in|by|from) my prompt|the prompt (?:that )?i (?:was "
        r"given|got|have)|"
        r"(?:ignore|disregard) (?:all |the |any |my )?(?:previous|prior|above|earlier) (?:instructions|"
        r"prompts?|rules))\b" + _SENTENCE,
        "",
    ),
    Leak("prompt", r"\b(?:run_query|run_sql|call_tool|use_tool)\s*\([^\n]*"),
    Leak("prompt", r"^(?:Human|User): [^\n]*\n+(?:Assistant|AI): ?", ""),
    Leak("prompt", r"<\|[^|>\n]{1,40}\|>|\[/?INST\]|<</?SYS>>", ""),
    Leak(
        "prompt",
        r"(?i)</?(?:system|instructions?|error_context|data|cells|function_calls|invoke|tool_use|tool_result|"
        r"antml:\w+|"
        r"thinking|scratchpad|untrusted)(?:\s[^>\n]*)?>",
        "",
    ),
    Leak("prompt", r"(?i)^[ \t#>*]*(?:system|developer) ?(?:prompt|message|instructions?)\b[^\n]*(?:\n|$)", ""),
    Leak("prompt", r"^[ \t]*#{1,6} (?:Error Awareness|Instructions|System|Service status|Your task)\b[^\n]*\n?", ""),
    Leak("prompt", r"(?i)^[^\n]*error context \(if any\)[^\n]*(?:\n|$)", ""),
    Leak(
        "prompt", r"(?i)(?:^|(?<=[.!?] ))[^\n.!?]{0,300}?\b(?:my|the|hidden|internal) system prompt\b" + _SENTENCE, ""
    ),
    Leak(
        "prompt",
        r"(?i)(?:^|(?<=[.!?] ))[^\n.!?]{0,300}?\bmy (?:hidden |internal )?instructions (?:say|are|were|tell|state)\b"
        + _SENTENCE,
        "",
    ),
    Leak(
        "prompt",
        r"(?:^|(?<=[.!?] ))You are (?:an?|the) (?:[\w-]+ ){0,5}(?:agent|assistant|coordinator|language model|AI)\b"
        + _SENTENCE,
        "",
    ),
    Leak(
        "prompt",
        r"\{[^{}]*\"(?:failed_node|error_detail|error_type|tool_use_id|stop_reason|user_hint|errorMessage|errorType|"
        r"stackTrace)\"[^{}]*\}",
        "",
    ),
    Leak(
        "prompt",
        r"\"?\b(?:error_detail|failed_node|stackTrace|tool_use_id|stop_reason|user_hint|errorMessage|errorType)\b\"?\s*[:=][^\n]*",
        "",
    ),
)

SECRETS = (
    Leak(
        "secret",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    ),
    Leak("secret", r"\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{12,20}\b"),
    Leak("secret", r"\bsk-(?:ant-)?[A-Za-z0-9_-]{16,}"),
    Leak("secret", r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,})"),
    Leak(
        "secret", r"\bAIza[0-9A-Za-z_-]{30,}|\bya29\.[\w-]{20,}|\b[rs]k_(?:live|test)_\w{16,}|\bSG\.[\w-]{16,}\.[\w-]+"
    ),
    Leak("secret", r"\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?"),
    Leak("secret", r"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{16,}=*"),
    Leak("secret", r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@[^\s)]+"),
    Leak(
        "secret",
        r"(?i)\b(?:password|passwd|pwd|secret(?:[_ -]?access)?(?:[_ -]?key)?|api[_ -]?key|access[_ -]?token|"
        r"auth[_ -]?token|session[_ -]?token|client[_ -]?secret)\b[\"']?\s*(?:=|:|\bis\b)\s*[\"']?(?=\S*[\d_=+/!@#$%-])"
        r"[^\s\"',;]{6,}",
    ),
    Leak(
        "secret",
        r"(?<![\w+/])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*\d)[A-Za-z0-9+/]{40}(?![\w+/=])",
    ),
    Leak("secret", r"\b(?:npm|hf|pypi|dop_v1|shpat|sbp)_[A-Za-z0-9]{20,}\b|\bsk-[a-z]{2,8}-[\w-]{16,}"),
    Leak("secret", r"(?i)\b(?:set-cookie|cookie|x-api-key|authorization):\s*\S+[^\n]*"),
    Leak("secret", r"[?&]X-Amz-[A-Za-z-]+=[^\s&)]+"),
)

PUBLISHED = tuple(
    Leak("secret", one["shape"]) for one in json.loads(Path(__file__).with_name("secrets.json").read_text("utf-8"))
)
"""The shapes that detect-secrets knows, as data; `python -m infra.docs.secrets` takes them over."""

INTERNALS = (
    Leak("resource", r"\barn:aws[\w-]*:[^\s,;)\]}\"'`]+"),
    Leak("resource", r"\bs3[an]?://[^\s,;)\]}\"'`]+"),
    Leak("resource", r"(?<![\w.-])(?:https?://)?[\w.-]{1,200}\.amazonaws\.com(?:\.cn)?[^\s,;)\]}\"'`]*"),
    Leak("resource", r"(?<![\w/])/aws/(?:lambda|states|vendedlogs|apigateway)/[^\s,;)\]}\"'`]+"),
    Leak("id", r"(?i)\b(?:request[ _-]?id:?\s*)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"),
    Leak("id", r"(?i)(?<![0-9a-z])(?:[a-z]{2,12}[_-])?[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])", proof=ulid),
    Leak(
        "resource",
        r"(?i)\b(?:aws )?account (?:id |no\.? |number )?\d{12}\b|\bcandor-[\w-]*(?:table|bucket|function|queue|topic|"
        r"role)[\w-]*",
    ),
    Leak("id", r"\b1-[0-9a-f]{8}-[0-9a-f]{24}\b"),
    Leak("id", r"\b(?:toolu|msg|req|chatcmpl|resp|call|run)[_-][0-9A-Za-z]{14,}\b"),
    Leak("id", r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{32,64}\b"),
    Leak("id", r"\b0x[0-9a-fA-F]{6,16}\b"),
    Leak(
        "path",
        r"(?<![\w/.:])~?/(?:var|tmp|usr|home|opt|etc|root|mnt|proc|app|srv|lib|lib64|bin|sys|private|Users|workspace|"
        r"layers|code)/[^\s,;)\]}\"'`]*[^\s,;.)\]}\"'`]",
    ),
    Leak("path", r"(?<![\w~])~/[^\s,;)\]}\"'`]+|\\\\[\w.-]+\\[^\s,;)\]}\"'`]+"),
    Leak("path", r"\b[A-Za-z]:[\\/](?:[\w .$-]+\\)*[\w.$-]+"),
    Leak("path", r"(?<![\w/])(?:[\w.-]+/)+[\w-]+\.(?:pyc?|so|js|ts|java|go|sh|ya?ml|toml|env|parquet)(?::\d+)?\b"),
    Leak("path", r"\b\w+\.(?:pyc?|java|go|rs|ts|js|cpp):\d+\b|\b\w+\.pyc?\b"),
    Leak("path", r"(?i)\bfile://\S+"),
    Leak(
        "exception", r"(?i)\ban? error occurred \([\w.]+\) when calling the \w+ operation[^\n]*", "an internal problem"
    ),
    Leak("exception", rf"\b{_ERROR_NAME}\b{_REST}", "an internal problem"),
    Leak("exception", r"\b(?:States|Lambda|Sandbox|DynamoDB|Runtime)\.[A-Z]\w+" + _REST, "an internal problem"),
    Leak(
        "exception",
        r"\b(?:Binder|Catalog|Parser|Conversion|Constraint|IO|Out of Memory|Invalid Input|Transaction|Internal|Fatal|"
        r"HTTP) Error:[^\n]*",
        "an internal problem",
    ),
    Leak("exception", r"\[?\b[Ee]rrno\s*:?\s*-?\d+\]?[^\n]*", "an internal problem"),
    Leak(
        "exception",
        r"\b(?:HTTP(?:/\d\.\d)?|status code|HTTP status)[ :=]*[45]\d\d\b(?: [A-Z][\w ]*)?",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\b(?:400 Bad Request|401 Unauthorized|403 Forbidden|404 Not Found|408 Request Timeout|429 Too Many "
        r"Requests|"
        r"500 Internal Server Error|502 Bad Gateway|503 Service Unavailable|504 Gateway Time-?out)\b",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"'?\bNoneType\b'?(?: object\b[^\n.]*)?|<(?:class|function|module|bound method) [^>\n]+>",
        "an internal problem",
    ),
    Leak("exception", r"<[\w.]+ object at [^>\n]*>", "an internal problem"),
    Leak(
        "exception",
        r"\b(?:(?:botocore|boto3|psycopg2?|sqlalchemy|sqlglot|pydantic(?:_core)?|urllib3|httpx|duckdb|aiohttp|"
        r"langgraph)"
        r"(?:\.[A-Za-z_][\w.]*)?|anthropic\.[A-Za-z_][\w.]*)" + _REST + r"(?![\w-])",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\bnot authorized to perform\b[^\n]*|\b(?:s3|dynamodb|lambda|states|sqs|sns|events|kms|iam|sts|logs|"
        r"ssm|bedrock|"
        r"secretsmanager):[A-Z][A-Za-z]+\b",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\b(?:NoSuch(?:Key|Bucket|Upload)|AccessDenied|InternalFailure|ExpiredToken|SignatureDoesNotMatch|"
        r"InvalidAccessKeyId|ConditionalCheckFailed|TooManyRequests)\b" + _REST,
        "an internal problem",
    ),
    Leak(
        "exception",
        r"(?:\bgetaddrinfo )?\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|NOTFOUND|NOENT|ACCES|AI_AGAIN|"
        r"HOSTUNREACH|"
        r"NETUNREACH|MFILE|NOSPC)\b[^\n]*|\bCERTIFICATE_VERIFY_FAILED\b[^\n]*|\b\w*ConnectionPool\([^\n]*",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\{\s*\"type\":\s*\"error\"[^\n]*|\b(?:overloaded|rate_limit|invalid_request|authentication|permission|"
        r"request_too_large)_error\b(?::[^\n]*)?|\bORA-\d{5}\b[^\n]*|\bSQLSTATE\b[^\n]*",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\bgoroutine \d+[^\n]*|(?:^|(?<=\s))panic: (?:runtime|assert|interface|close|\w+ error)[^\n]*|"
        r"\bSegmentation fault\b(?: \(core dumped\))?|\bSIG(?:KILL|TERM|SEGV|ABRT|INT|BUS)\b|\b[Ee]xit(?:ed "
        r"with)?(?: "
        r"exit)?(?: status| code) \d+|\bTask timed out after [\d.]+ seconds\b|(?:\bError: )?\bRuntime exited\b[^\n]*",
        "an internal problem",
    ),
    Leak(
        "exception",
        r"\bundefined is not (?:a function|an object|iterable)\b[^\n.]*|\b[Cc]annot read propert(?:y|ies) of "
        r"(?:undefined|null)\b[^\n.]*",
        "an internal problem",
    ),
    Leak("resource", r"\b(?:AWS|ANTHROPIC|CANDOR|OPENAI|LAMBDA|BEDROCK|PYTHON)_[A-Z][A-Z_]{2,}\b(?:\s*=\s*\S+)?"),
)

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_QUAD = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_NUMBERED = "".join(
    f"(?<!{word} )" for word in ("version", "release", "firmware", "build", "driver", "chapter", "section", "v.")
)

NETWORK = (
    Leak("address", rf"(?<![\w.]){_QUAD}:\d{{2,5}}\b"),
    Leak("address", rf"(?i){_NUMBERED}(?<![\w.]){_QUAD}(?![\w]|\.\d)"),
    Leak(
        "address",
        r"(?i)(?<![\w:])\[?(?:(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5}|(?:[0-9a-f]{1,4}:){7}"
        r"[0-9a-f]{1,4})(?![\w:])\]?",
    ),
    Leak("host", r"\blocalhost\b(?::\d+)?|\bip-\d+-\d+-\d+-\d+[\w.-]*\w"),
    Leak(
        "host",
        r"(?<![\w.@-])(?:[a-z0-9-]+\.)+(?:internal|local|localdomain|lan|corp|intra|intranet|svc|on\.aws)(?::\d+)?"
        r"(?![\w-])(?!\.\w)",
    ),
    Leak("host", r"\b(?:api|bedrock[\w-]*)\.(?:[\w-]+\.)*(?:anthropic|openai)\.com\b[^\s,;)\]}\"'`]*"),
    Leak("host", r"(?<![\w./:@-])[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+:\d{4,5}\b"),
)

_CLAUSE = r"(?:[^\n;.]|\.(?=\S))*"

QUERIES = (
    Leak(
        "sql",
        r"(?:\bWITH\s+\"?\w+\"?\s+AS\s*\(\s*)?\bSELECT\b[^;`]{0,2000}?\bFROM\b"
        + _CLAUSE
        + r"(?:\n(?:\s+|(?=WHERE|GROUP|ORDER|LIMIT|HAVING|LEFT|INNER|JOIN|UNION|AND|OR|QUALIFY))"
        + _CLAUSE
        + r")*;?",
        "a query",
    ),
    Leak(
        "sql",
        r"(?i)\bselect\s+(?:\*|[\w\".,()* ]{1,300}?)\s+from\s+[\"\w.]+\s+"
        r"(?:where\s+[\w\".]+\s*(?:=|<|>|in\b|like\b|is\b|between\b)|"
        r"group\s+by|order\s+by|limit\s+\d|(?:left |inner )?join\b)" + _CLAUSE + ";?",
        "a query",
    ),
    Leak(
        "sql",
        r"(?i)\bselect\s+(?:\*|count\(|sum\(|avg\(|distinct\b)[^;\n`]{0,200}?\bfrom\s+[\"\w.]+[^;\n.`]*;?",
        "a query",
    ),
    Leak("sql", r"\b(?:TRY_)?CAST\s*\([^)\n]* AS \w+\)|\bSELECT \d+\b", "a calculation"),
    Leak("sql", r"(?i)\bwith\s+\w+\s+as\s*\(\s*select\b[^;`\n]*", "a query"),
    Leak(
        "sql",
        r"\bPRAGMA \w+[^\n]*|\bCOPY \w+ (?:TO|FROM) '[^\n]*|\bATTACH '[^'\n]*'(?: AS \w+)?|"
        r"\b(?:LEFT|RIGHT|INNER|FULL|CROSS|OUTER) JOIN \w+(?: (?:AS )?\w+)? ON [\w.\"]+\s*=\s*[\w\"]+(?:\.[\w\"]+)?",
        "a query",
    ),
    Leak(
        "sql",
        r"\b(?:INSERT INTO|DELETE FROM|DROP TABLE|CREATE TABLE|ALTER TABLE|TRUNCATE TABLE)\s+\"?\w+" + _CLAUSE + ";?",
        "a query",
    ),
    Leak("sql", r"\bUPDATE\s+\"?\w+\"?\s+SET\s" + _CLAUSE + ";?", "a query"),
    Leak(
        "sql",
        r"\b(?:GROUP|ORDER|PARTITION) BY\s+(?:\"[^\"\n]+\"|[\w.]+)(?:\s*,\s*(?:\"[^\"\n]+\"|[\w.]+))*"
        r"(?:\s+(?:ASC|DESC))?(?:\s+LIMIT \d+)?",
        "a query",
    ),
    Leak(
        "sql",
        r"\bWHERE\s+(?:\"[^\"\n]+\"|\w+)\s*(?:=|<>|!=|<=?|>=?|\bIN\b|\bLIKE\b|\bIS\b)\s*(?:\([^)\n]*\)|'[^'\n]*'|[\w.]+)",
        "a query",
    ),
    Leak(
        "sql",
        r"\b(?:(?:COUNT|SUM|AVG|MIN|MAX|MEDIAN)\s*\(\s*(?:\*|DISTINCT\b[^)\n]*|\"[^\"\n]+\"|[a-z_]\w*)\s*\)|"
        r"(?i:date_trunc|strftime|nullif|coalesce|quantile_cont|percentile_cont|row_number|try_cast)\s*\([^)\n]*\))",
        "a calculation",
    ),
)

PERSONAL = (
    Leak("email", r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    Leak("iban", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b", proof=iban),
    Leak("card", r"(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)", proof=luhn),
    Leak("ssn", r"(?<![\w-])(?!000|666|9\d\d)\d{3}-\d{2}-\d{4}(?![\w-])"),
    Leak(
        "phone",
        r"(?<![\w.,])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}(?![\w-]|[.,]\d|[ ]?%)",
        proof=phone,
    ),
    Leak("phone", r"(?<![\w.,-])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-]|[.,]\d)"),
    Leak("phone", r"(?<![\w.,-])00\d{1,3}[ ./-]\(?\d{1,5}\)?(?:[ ./-]\d{2,8}){1,3}(?![\w-])", proof=phone),
    Leak("phone", r"(?<![\w.,-])0\d{2,4}[ /-]\d{3,4}(?:[ -]?\d{3,4})(?![\w-]|[.,]\d)"),
)

SHAPES = TRACES + PROMPTS + SECRETS + PUBLISHED + QUERIES + INTERNALS + NETWORK + PERSONAL
"""In the order in which they are looked for: what spans lines before what stands within one."""

_NEEDED = json.loads(Path(__file__).with_name("needed.json").read_text("utf-8"))
LEAKS = tuple(replace(one, needs=tuple(_NEEDED.get(one.shape, ()))) for one in SHAPES)
"""The same with what each needs; `python -m infra.docs.needed` finds it by the shapes. One that it has not seen yet is
looked for in any text."""
