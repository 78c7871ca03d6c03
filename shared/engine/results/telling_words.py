"""The words that put a query's parts together, in the languages that Candor can stand behind; the columns' own are the
file's."""

from typing import Final, NamedTuple


class TellingWords(NamedTuple):
    """Each a pattern around what it is said of, or of both; `groups` and `rows` are what is counted."""

    total: str = "total {}"
    average: str = "average {}"
    median: str = "median {}"
    lowest: str = "lowest {}"
    highest: str = "highest {}"
    deviation: str = "standard deviation of {}"
    number: str = "number of {}"
    different: str = "number of different values of {}"
    filled: str = "number of known values of {}"
    share: str = "share of {}"
    plus: str = "{} plus {}"
    minus: str = "{} minus {}"
    times: str = "{} times {}"
    divided: str = "{} divided by {}"
    where: str = "{} where {}"
    per: str = "{} per {}"
    of_groups: str = "{} of all groups"
    part: str = "{} of {}"
    year: str = "year"
    quarter: str = "quarter"
    month: str = "month"
    week: str = "week"
    day: str = "day"
    second_span: str = "seconds from {} to {}"
    minute_span: str = "minutes from {} to {}"
    hour_span: str = "hours from {} to {}"
    day_span: str = "days from {} to {}"
    equal: str = "{} is {}"
    unequal: str = "{} is not {}"
    over: str = "{} is over {}"
    at_least: str = "{} is at least {}"
    under: str = "{} is under {}"
    at_most: str = "{} is at most {}"
    like: str = "{} is like {}"
    between: str = "{} is from {} to {}"
    empty: str = "{} is empty"
    known: str = "{} is known"
    true: str = "true"
    false: str = "false"
    both: str = "and"
    either: str = "or"
    no: str = "not ({})"
    groups: str = "groups by {}"
    rows: str = ""
    of_group: str = "{} for {}"
    of_all: str = "{}, where {}"
    missing: str = "(missing)"
    kind: str = "class of {}"
    deviation_of_all: str = "population standard deviation of {}"
    grouped: str = "{} by {}"
    computed_from: str = "computed from {}"


ENGLISH: Final = TellingWords()
_OTHERS: Final = {
    "de": TellingWords(
        *("Summe von {}", "Durchschnitt von {}", "Median von {}", "kleinster Wert von {}", "größter Wert von {}"),
        *("Standardabweichung von {}", "Anzahl der {}", "Anzahl verschiedener Werte von {}"),
        *("Anzahl bekannter Werte von {}", "Anteil der {}", "{} plus {}", "{} minus {}", "{} mal {}"),
        *("{} geteilt durch {}", "{} mit {}", "{} je {}", "{} aller Gruppen", "{} von {}", "Jahr", "Quartal", "Monat"),
        *("Woche", "Tag", "Sekunden von {} bis {}"),
        *("Minuten von {} bis {}", "Stunden von {} bis {}", "Tage von {} bis {}"),
        *("{} gleich {}", "{} ungleich {}", "{} über {}", "{} mindestens {}", "{} unter {}", "{} höchstens {}"),
        *("{} wie {}", "{} von {} bis {}", "{} leer", "{} bekannt", "wahr", "falsch", "und", "oder", "nicht ({})"),
        *("Gruppen nach {}", "Zeilen", "{} für {}", "{}, mit {}", "(fehlt)", "Klasse von {}"),
        deviation_of_all="Standardabweichung (Grundgesamtheit) von {}",
        grouped="{} nach {}",
        computed_from="berechnet aus {}",
    ),
    "fr": TellingWords(
        *("somme de {}", "moyenne de {}", "médiane de {}", "plus petite valeur de {}", "plus grande valeur de {}"),
        *("écart type de {}", "nombre de {}", "nombre de valeurs différentes de {}"),
        *("nombre de valeurs connues de {}", "part des {}", "{} plus {}", "{} moins {}", "{} fois {}"),
        *("{} divisé par {}", "{} avec {}", "{} par {}", "{} de tous les groupes", "{} de {}", "année", "trimestre"),
        *("mois", "semaine", "jour"),
        *("secondes de {} à {}", "minutes de {} à {}", "heures de {} à {}", "jours de {} à {}"),
        *("{} égal à {}", "{} différent de {}", "{} supérieur à {}", "{} au moins {}", "{} inférieur à {}"),
        *("{} au plus {}", "{} comme {}", "{} de {} à {}", "{} vide", "{} connu", "vrai", "faux", "et", "ou"),
        *("non ({})", "groupes par {}", "lignes", "{} pour {}", "{}, avec {}", "(manquant)", "classe de {}"),
        deviation_of_all="écart type (population) de {}",
        grouped="{} par {}",
        computed_from="calculé à partir de {}",
    ),
    "es": TellingWords(
        *("suma de {}", "promedio de {}", "mediana de {}", "valor más bajo de {}", "valor más alto de {}"),
        *("desviación estándar de {}", "número de {}", "número de valores distintos de {}"),
        *("número de valores conocidos de {}", "parte de las {}", "{} más {}", "{} menos {}", "{} por {}"),
        *("{} dividido por {}", "{} con {}", "{} por {}", "{} de todos los grupos", "{} de {}", "año", "trimestre"),
        *("mes", "semana", "día", "segundos de {} a {}", "minutos de {} a {}", "horas de {} a {}", "días de {} a {}"),
        *("{} igual a {}", "{} distinto de {}", "{} mayor que {}", "{} al menos {}", "{} menor que {}"),
        *("{} como máximo {}", "{} como {}", "{} de {} a {}", "{} vacío", "{} conocido", "verdadero", "falso", "y"),
        *("o", "no ({})", "grupos por {}", "filas", "{} para {}", "{}, con {}", "(falta)", "clase de {}"),
        deviation_of_all="desviación estándar (población) de {}",
        grouped="{} por {}",
        computed_from="calculado a partir de {}",
    ),
}


def telling_words(tag: str) -> TellingWords:
    """The words in the language of a BCP 47 tag; in English where they are in no other."""
    return _OTHERS.get(tag.strip().replace("_", "-").casefold().partition("-")[0], ENGLISH)
