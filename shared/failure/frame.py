"""What stands around the reason of a forfeit, in the languages that answers are framed in."""

import re
from typing import Final, NamedTuple


class Frame(NamedTuple):
    """The fixed texts of a forfeit in one language: what opens it, the titles of its parts, and the advice that closes
    it."""

    opening: str
    reason: str
    tried: str
    would_help: str
    could_ask: str
    closing: str


_ENGLISH: Final = Frame(
    opening="I apologize, but I'm unable to complete this request.",
    reason="Reason:",
    tried="What I tried:",
    would_help="What would help:",
    could_ask="You could ask:",
    closing="Please try rephrasing your question or ensure your data contains the necessary information.",
)
_OTHERS: Final = {
    "de": Frame(
        opening="Es tut mir leid, aber diese Anfrage kann ich nicht beantworten.",
        reason="Grund:",
        tried="Was ich versucht habe:",
        would_help="Was helfen würde:",
        could_ask="Sie könnten fragen:",
        closing="Bitte formulieren Sie Ihre Frage anders oder prüfen Sie, ob Ihre Daten die nötigen Angaben enthalten.",
    ),
    "fr": Frame(
        opening="Je suis désolé, mais je ne peux pas répondre à cette demande.",
        reason="Raison :",
        tried="Ce que j’ai essayé :",
        would_help="Ce qui aiderait :",
        could_ask="Vous pourriez demander :",
        closing=(
            "Veuillez reformuler votre question ou vérifier que vos données contiennent les informations nécessaires."
        ),
    ),
    "es": Frame(
        opening="Lo siento, pero no puedo responder a esta solicitud.",
        reason="Motivo:",
        tried="Lo que intenté:",
        would_help="Lo que ayudaría:",
        could_ask="Podría preguntar:",
        closing="Reformule su pregunta o compruebe que sus datos contienen la información necesaria.",
    ),
}


def frame_in(tag: str) -> Frame:
    """The frame in the language of a BCP 47 tag; in English where there is none in it."""
    return _OTHERS.get(re.split("[-_]", tag.strip().lower())[0], _ENGLISH)
