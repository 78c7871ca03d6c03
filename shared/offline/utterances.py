"""What people say beside questions about their data: a few example utterances for each intent, as data.

“it” stands for whatever a message names of a table: a column, or a value of one.
"""

from typing import Final, Literal

Intent = Literal[
    "thanks", "greeting", "goodbye", "acknowledgement", "refusal", "help", "definition", "answer", "language", "data"
]  # fmt: skip

UTTERANCES: Final[dict[Intent, tuple[str, ...]]] = {
    "thanks": (
        "thanks", "thank you", "thank you very much", "thanks a lot", "many thanks", "thx", "ty", "cheers",
        "much appreciated", "thanks, that is all I needed", "thank you for it", "thanks for the help",
        "that was helpful, thanks", "perfect, thank you", "I am grateful", "thanks for the it figures",
        "thank you for the it numbers", "much obliged", "appreciate it", "merci", "gracias", "danke", "ok thanks",
        "ok thank you", "great, thanks", "perfect, thanks", "thanks, you are the best", "tysm", "that will do, thanks",
    ),
    "greeting": (
        "hi", "hello", "hey", "hi there", "hello there", "good morning", "good evening", "good afternoon", "howdy",
        "how are you?", "how is it going?", "what's up?", "nice to meet you", "bonjour", "hola", "hallo",
        "hello Candor", "good morning Candor", "hi again", "yo", "sup",
    ),
    "goodbye": (
        "bye", "goodbye", "bye bye", "see you", "see you later", "see ya", "take care", "have a nice day",
        "good night", "that is all", "I am done", "talk to you later", "we are finished", "until next time",
        "good bye", "ciao", "adios", "au revoir", "later", "cya", "farewell", "that will do", "have a nice evening",
        "that is all for today", "have a good one", "have a good weekend", "see you tomorrow",
    ),
    "acknowledgement": (
        "ok", "okay", "great", "nice", "cool", "perfect", "awesome", "good", "good job", "well done", "brilliant",
        "excellent", "superb", "not bad", "you rock", "great work", "I see", "got it", "understood", "makes sense",
        "interesting", "wow", "nice one", "that is great", "sounds good", "lol", "haha", "all right", "yes", "sure",
        "sorry", "hmm", "👍", "impressive", "that is interesting", "oh", "good to know", "no problem", "fine", "yeah",
        "amazing", "meh", "ok then", "🙂", "🎉", "❤",
    ),
    "refusal": (
        "no", "nope", "never mind", "stop", "wait", "forget it", "no thanks", "not now", "nothing", "no more",
    ),
    "help": (
        "help", "help me", "can you help me?", "I need help", "what can you do?", "what can I ask?",
        "what sort of things can I ask you about?", "what should I ask?", "how does this work?", "how do you work?",
        "how do I use this?", "who are you?", "what are you?", "are you a bot?", "are you an AI?", "are you human?",
        "what is Candor?", "who made you?", "what is your name?", "tell me about yourself", "what are you able to do?",
        "what kind of questions can I ask?", "give me some example questions", "I don't know what to ask",
        "what can you tell me?", "what else can you do?", "what can you do with it?", "help me with it",
        "how can you help?", "what do you know?", "instructions", "how accurate are you?", "how do I start?",
        "where do I begin?", "who am I talking to?", "show me what you can do", "I have a question",
        "what are my options?", "are you ChatGPT?",
    ),
    "definition": (
        "define it", "what does it mean?", "what do it mean?", "what is meant by it?", "what is the meaning of it?",
        "meaning of it", "definition of it", "explain it", "explain the it column", "what does it stand for?",
        "what does the column it contain?", "what do you mean by it?", "how is it defined?", "tell me about it",
        "who is it?", "in what unit is it?", "in which currency is it?", "what type is it?",
        "what kind of column is it?", "what exactly is it?", "can you explain what it is?", "describe what it means",
        "it means what?", "what data type does it have?", "can you explain it to me?", "in what unit is it measured?",
        "what is a it?", "what do the it stand for?", "explain it please", "define it please", "can you define it?",
        "please explain what it means",
    ),
    "answer": (
        "are you sure?", "are you certain about it?", "is it correct?", "is that right?", "really?", "that is wrong",
        "I don't believe it", "how did you calculate that?", "how did you get this number?", "how do you know?",
        "where does that come from?", "what do you mean?", "what does that mean?", "explain that", "explain",
        "so what?", "what now?", "and?", "I don't understand", "is that good or bad?", "is that a lot?",
        "can you double check?", "check again", "show me your work", "you are wrong", "why did you say that?",
        "what did you say?", "repeat that", "say that again", "tell me more", "go on", "what should I do?",
        "what do you think?", "what is your opinion?", "can you elaborate?", "huh?", "then what?",
        "what does this tell us?", "what is the point?", "I doubt it", "I am confused", "I'm lost",
        "what is this number?", "what is that figure?", "did you count everything?", "that can't be right",
        "where is your proof?", "please explain the result", "that is low", "that seems too high", "you misunderstood",
        "that is not what I asked", "not what I wanted", "continue", "more detail", "try again", "again", "once more",
        "in other words", "show me the query", "is this real?", "say it differently", "what is it based on?",
        "what next?", "so?", "do you like it?", "tell me something interesting", "what does this mean?",
        "where did you get this?", "how did you work that out?", "how did you come up with that?", "I don't get it",
        "should I be worried?", "what are the steps?",
    ),
    "language": (
        "do you speak French?", "can I ask in German?", "which languages do you understand?",
        "do you understand Spanish?", "parlez-vous français?", "sprichst du Deutsch?", "¿hablas español?",
        "in Italian please", "answer in Dutch",
    ),
    "data": (
        "it", "by it", "and by it?", "in it", "and in it?", "what about it?", "how about it?", "only it", "just it",
        "same for it", "the same for it", "for it instead", "and for it?", "now it", "without it", "excluding it",
        "not it", "total it", "what is the total it?", "the average it by it", "what is the mean of it?",
        "what is the average it?", "how many are there?", "how many it?", "how many it in it?", "number of it by it",
        "which it has the highest it?", "which one is the lowest?", "which it?", "which one?", "and the highest?",
        "and the lowest?", "the biggest", "top three", "top it by it", "bottom five", "by month", "per year",
        "by quarter", "per week", "in 2023", "only 2024", "last month", "in March", "and before that?",
        "since January", "as a percentage", "in percent", "what share is it?", "the median", "and the average?",
        "the minimum and maximum", "the sum", "the standard deviation", "compare it and it", "it versus it",
        "it over time", "trend of it", "is there a correlation between it and it?", "sort by it", "sorted descending",
        "in ascending order", "list all it", "list them", "show me the it", "show the rows", "the other one",
        "the first one", "the second one", "the rest", "all of them", "each of them", "more than ten", "less than 100",
        "between 5 and 10", "where it is it", "with it", "how much?", "how many?", "how much it did it have?", "why?",
        "how come?", "why is it so low?", "what is the it?", "what is it?", "when was it?", "when?",
        "is it higher than it?", "did it grow?", "what changed?", "outliers", "missing values of it", "duplicates",
        "how many rows are there?", "which columns are there?", "describe the data", "what is in the file?",
        "what is the name of it?", "what will it be next year?", "what if it doubles?", "the next one",
        "the previous one", "and overall?", "total", "in total", "count", "and it?", "then by it", "broken down by it",
        "split by it", "who sold the most?", "cumulative it over time", "figures over time", "development over time",
        "avg it", "avg spend", "max and min", "num of it", "pct of it", "who discovered it?", "who bought it?",
        "typical it here", "what is a typical it?",
    ),
}  # fmt: skip
"""“answer” is talk about an answer that was given; “data” are questions about data, the follow-ups among them."""

FOREIGN: Final = (
    "quel est le total des ventes par région", "combien de clients y a-t-il dans le tableau", "et par mois",
    "quelle est la moyenne du prix", "montre-moi les ventes en 2023", "et dans l'ouest", "c'est quoi",
    "wie hoch ist der gesamte Umsatz nach Region", "wie viele Kunden gibt es in der Tabelle", "und im Westen",
    "was ist der durchschnittliche Preis", "zeige mir die Verkäufe im Jahr 2023", "und nach Monat", "was bedeutet das",
    "cuál es el total de ventas por región", "cuántos clientes hay en la tabla", "y en el oeste", "qué significa eso",
    "qué producto tiene el precio más alto", "muéstrame las ventas del año 2023", "y por mes",
    "qual è il totale delle vendite per regione", "quanti clienti ci sono nella tabella", "e per mese",
    "mostrami le vendite del 2023", "qual é o total de vendas por região", "quantos clientes há na tabela",
    "e por mês", "wat is de totale omzet per regio", "hoeveel klanten zijn er in de tabel", "en per maand",
    "en in het westen", "vad är den totala försäljningen per region", "hur många kunder finns det i tabellen",
    "och per månad", "hvad er det samlede salg pr. måned", "kuinka monta asiakasta on taulukossa",
    "jaka jest całkowita sprzedaż według regionu", "ilu klientów jest w tabeli",
    "jaký je celkový prodej podle regionu", "bölgeye göre toplam satış nedir", "tabloda kaç müşteri var",
    "care este totalul vânzărilor pe regiune", "berapa total penjualan per wilayah", "ada berapa pelanggan di tabel",
    "tổng doanh thu theo vùng là bao nhiêu", "je ne comprends pas", "ich verstehe das nicht", "no entiendo nada",
    "non capisco", "não entendi", "hvor mange ordrer er der", "quanto foi a receita total", "quel est le montant",
    "combien de commandes avons-nous", "quel mois a été le meilleur", "donne-moi la somme", "qui a le plus vendu",
    "wer hat am meisten verkauft", "welche Gruppe hat den höchsten Wert", "was war der beste Tag", "gib mir die Summe",
    "quién tiene más", "dame la suma", "cuánto vendimos en marzo", "ingresos por cliente", "chi ha il valore più alto",
    "dammi la somma", "quem tem mais", "wie verkocht het meest", "geef me het totaal", "vem sålde mest",
    "hur mycket sålde vi i mars", "hvem solgte mest", "vis omsætning per måned", "näytä kaikki",
    "mitä tämä tarkoittaa", "kto sprzedał najwięcej", "kolik jsme prodali", "koliko je prodano",
    "mennyi az összes bevétel", "cât am vândut", "hangi ürün en çok satıldı",
)  # fmt: skip
"""Questions about data in other languages that are written in the Latin script."""
