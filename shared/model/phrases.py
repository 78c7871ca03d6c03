"""Candor's own lines around an answer that a model wrote, in the languages that it can stand behind."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from shared.confidence.own_words import READ_AS

WITHOUT_MODEL: Final = "without the language model"
"""What stands in every line that says why a model had no hand in something that it was to do."""


class Phrases(NamedTuple):
    """The lines in one language; `count` and `asked` in braces are filled in. `note` begins a line of data, which are
    in English: where the answer is not, it says so. `refuted`, `unchecked` and `held_back_whole` stand in place of an
    answer of which nothing held, nothing could be checked, or that was not sure enough; then come what is `known`, and
    `look` or the `next_step`."""

    read_as: str
    note: str
    not_answered: str
    sentence_left_out: str
    left_out_on: str
    listed_of: str
    sentences_left_out: str
    answer_left_out: str
    held_back: str
    by_itself: str
    unassessed: str
    cut_short: str
    held_back_whole: str
    refuted: str
    unchecked: str
    known: str
    next_step: str
    look: str

    def quoted(self, line: str) -> str:
        """A sentence of Candor's in English, below an answer in this language."""
        return line if self is ENGLISH else f"{self.note} {line}"

    def english_of(self, line: str) -> str:
        """What is in English of a line of Candor's below an answer: of these phrases a quoted sentence, and the whole
        line where the answer's language has none of its own."""
        if self is ENGLISH:
            return line.strip()
        return line.removeprefix(self.note).strip() if line.startswith(self.note) else ""

    def translated(self, line: str) -> str:
        """A sentence that was translated, behind this language's word for a note; no longer marked as English."""
        return line if self is ENGLISH else f"{re.sub(r' ?[(][^)]*[)]', '', self.note)} {line}"


ENGLISH: Final = Phrases(
    read_as=READ_AS["en"],
    note="Note:",
    not_answered="Not answered",
    sentence_left_out="Note: I left out one sentence that I could not confirm from your data.",
    left_out_on="on {names}",
    listed_of="{listed} of {count} rows are listed here; all {count} can be downloaded with this answer.",
    sentences_left_out="Note: I left out {count} sentences that I could not confirm from your data.",
    answer_left_out=(
        "Note: the sentence that was to answer “{asked}” is left out, as I could not confirm it from your data as "
        "it was worded; this is the rest."
    ),
    held_back="I left out what I was not sure enough of; above is what I could verify.",
    by_itself="Note: I could not look at what was said before, so I read this question by itself.",
    unassessed=(
        "I could not check how sure this is, so take it with care: its figures are computed from your data, but nobody "
        "compared its words with them."
    ),
    cut_short="A later step of the work failed, so this may be incomplete.",
    held_back_whole="I am not sure enough of the answer that I had worded, so I leave it out.",
    refuted="I had worded an answer, but compared with your data none of its statements held, so I leave it out.",
    unchecked="I had worded an answer, but could not check it against your data just now, so I leave it out.",
    known="This much I can tell you:",
    next_step="Naming the exact column, group or period makes the question one that I can compute.",
    look="The query and rows behind each figure show what was computed; a question about one of them is answered best.",
)
_OTHERS: Final = {
    "de": Phrases(
        read_as=READ_AS["de"],
        note="Hinweis (auf Englisch):",
        not_answered="Nicht beantwortet",
        left_out_on="zu {names}",
        listed_of=(
            "Hier stehen {listed} von {count} Zeilen; alle {count} lassen sich mit dieser Antwort herunterladen."
        ),
        sentence_left_out=(
            "Hinweis: Einen Satz, den ich anhand Ihrer Daten nicht bestätigen konnte, habe ich weggelassen."
        ),
        sentences_left_out=(
            "Hinweis: {count} Sätze, die ich anhand Ihrer Daten nicht bestätigen konnte, habe ich weggelassen."
        ),
        answer_left_out=(
            "Hinweis: Der Satz, der „{asked}“ beantworten sollte, fehlt hier, da ich ihn so anhand Ihrer Daten "
            "nicht bestätigen konnte; das ist, was bleibt."
        ),
        held_back="Was mir nicht sicher genug war, habe ich weggelassen; oben steht, was ich prüfen konnte.",
        by_itself=(
            "Hinweis: Ich konnte nicht nachsehen, worum es vorher ging, und habe die Frage für sich allein gelesen."
        ),
        unassessed=(
            "Ich konnte nicht prüfen, wie sicher diese Antwort ist: Ihre Zahlen sind aus Ihren Daten berechnet, doch "
            "niemand hat ihre Worte damit verglichen."
        ),
        cut_short="Ein späterer Arbeitsschritt ist fehlgeschlagen; die Antwort ist daher vielleicht unvollständig.",
        held_back_whole="Der Antwort, die ich formuliert hatte, bin ich nicht sicher genug; ich lasse sie weg.",
        refuted=(
            "Ich hatte eine Antwort formuliert, doch mit Ihren Daten verglichen hielt keine ihrer Aussagen stand; "
            "ich lasse sie weg."
        ),
        unchecked=(
            "Ich hatte eine Antwort formuliert, konnte sie aber gerade nicht anhand Ihrer Daten prüfen; "
            "ich lasse sie weg."
        ),
        known="So viel kann ich Ihnen sagen:",
        next_step="Wenn Sie Spalte, Gruppe oder Zeitraum genau nennen, kann ich die Frage berechnen.",
        look=(
            "Abfrage und Zeilen hinter jeder Zahl zeigen, was berechnet wurde; am besten fragen Sie nach einer "
            "Zahl auf einmal."
        ),
    ),
    "fr": Phrases(
        read_as=READ_AS["fr"],
        note="Remarque (en anglais) :",
        not_answered="Sans réponse",
        left_out_on="au sujet de {names}",
        listed_of="Voici {listed} lignes sur {count} ; elles sont toutes téléchargeables avec cette réponse.",
        sentence_left_out="Remarque : j’ai retiré une phrase que je n’ai pas pu confirmer à partir de vos données.",
        sentences_left_out=(
            "Remarque : j’ai retiré {count} phrases que je n’ai pas pu confirmer à partir de vos données."
        ),
        answer_left_out=(
            "Remarque : la phrase qui devait répondre à « {asked} » est retirée : je n’ai pas pu la confirmer "
            "telle quelle à partir de vos données ; voici ce qui reste."
        ),
        held_back=(
            "J’ai retiré ce dont je n’étais pas assez sûr ; ce qui figure ci-dessus est ce que j’ai pu vérifier."
        ),
        by_itself=(
            "Remarque : je n’ai pas pu consulter ce qui a été dit auparavant ; j’ai donc lu cette question isolément."
        ),
        unassessed=(
            "Je n’ai pas pu évaluer la fiabilité de cette réponse : ses chiffres sont calculés à partir de vos "
            "données, mais ses phrases n’ont pas été comparées avec elles."
        ),
        cut_short="Une étape ultérieure a échoué ; cette réponse est peut-être incomplète.",
        held_back_whole="Je ne suis pas assez sûr de la réponse que j’avais rédigée ; je ne la donne donc pas.",
        refuted=(
            "J’avais rédigé une réponse, mais comparée à vos données, aucune de ses affirmations ne tenait ; "
            "je ne la donne donc pas."
        ),
        unchecked=(
            "J’avais rédigé une réponse, mais je n’ai pas pu la vérifier dans vos données pour l’instant ; "
            "je ne la donne donc pas."
        ),
        known="Voici ce que je peux vous dire :",
        next_step="Si vous nommez la colonne, le groupe ou la période exacts, je pourrai calculer la réponse.",
        look=(
            "La requête et les lignes derrière chaque chiffre montrent ce qui a été calculé ; mieux vaut demander "
            "un chiffre à la fois."
        ),
    ),
    "es": Phrases(
        read_as=READ_AS["es"],
        note="Nota (en inglés):",
        not_answered="Sin respuesta",
        left_out_on="sobre {names}",
        listed_of="Aquí se muestran {listed} de {count} filas; todas se pueden descargar con esta respuesta.",
        sentence_left_out="Nota: he omitido una frase que no pude confirmar con sus datos.",
        sentences_left_out="Nota: he omitido {count} frases que no pude confirmar con sus datos.",
        answer_left_out=(
            "Nota: he omitido la frase que debía responder a «{asked}», porque no pude confirmarla con sus datos tal "
            "como estaba; esto es lo que queda."
        ),
        held_back="He omitido aquello de lo que no estaba bastante seguro; arriba figura lo que pude comprobar.",
        by_itself="Nota: no pude consultar lo dicho antes, así que leí esta pregunta por sí sola.",
        unassessed=(
            "No pude evaluar la fiabilidad de esta respuesta: sus cifras están calculadas a partir de sus datos, pero "
            "nadie ha comparado sus frases con ellos."
        ),
        cut_short="Un paso posterior falló, así que esta respuesta puede estar incompleta.",
        held_back_whole="No estoy bastante seguro de la respuesta que había redactado, así que la omito.",
        refuted=(
            "Había redactado una respuesta, pero comparada con sus datos ninguna de sus afirmaciones se sostenía, "
            "así que la omito."
        ),
        unchecked=(
            "Había redactado una respuesta, pero por ahora no pude comprobarla con sus datos, así que la omito."
        ),
        known="Esto es lo que puedo decirle:",
        next_step="Si nombra la columna, el grupo o el período exactos, podré calcular la respuesta.",
        look=(
            "La consulta y las filas detrás de cada cifra muestran qué se calculó; lo mejor es preguntar por una "
            "cifra a la vez."
        ),
    ),
}  # fmt: skip


def phrases_in(tag: str) -> Phrases:
    """The lines in the language of a BCP 47 tag; in English where they are in no other."""
    return _OTHERS.get(re.split("[-_]", tag.strip().lower())[0], ENGLISH)


def common(tags: Iterable[str]) -> str:
    """The one language of several texts; English where they are in several."""
    found = set(tags)
    return found.pop() if len(found) == 1 else "en"
