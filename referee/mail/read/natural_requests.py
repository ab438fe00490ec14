"""What a player asks for in words of their own → the line that asks for the same: `ask for 2 days`, `resign`, `help`.

Pure: sentences in, canonical lines out. `requests.py` knows these lines; nothing is done here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from referee.mail.read.generous_text import tidy_line
from referee.mail.read.spoken_days import days_in
from referee.words import plain_letters


class Requests(NamedTuple):
    """Canonical lines, and the sentences that asked for nothing."""

    lines: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def kinds(self) -> frozenset[str]:
        """The first words of the lines: `ask`, `resign`, `say` …"""
        return frozenset(re.split(r"[ :]", each, maxsplit=1)[0] for each in self.lines)


NUMBERS = (
    "one a an another ein eine einen einem noch'n une un uno una",
    "two couple zwei zwo deux due",
    "three drei trois tre",
    "four vier quatre quattro",
    "five funf cinq cinque",
    "six sechs sei",
    "seven sieben sept sette",
    "eight acht huit otto",
    "nine neun neuf nove",
    "ten zehn dix dieci",
)
NUMBER = {name: number for number, names in enumerate(NUMBERS, 1) for name in names.split()}
COUNT = "|".join(["[0-9]{1,2}", *sorted(NUMBER, key=len, reverse=True)])
SPAN = re.compile(
    rf"\b(?P<count>{COUNT})(?: of)?(?: (?:whole|full|working|petits?|ganze|more|extra|additional|further"
    rf"|weitere[nr]?|zusatzliche[nr]?|mehr|autres?|altr[ioae]))?"
    r" (?P<unit>days?|tage?n?|jours?|giorn[io]|weeks?|wochen?|semaines?|settiman[ae]|hours?|stunden?|heures?"
    r"|or[ae])\b"
)
WEEKS = re.compile("week|woche|semaine|settiman")
HOURS = re.compile("hour|stunde|heure|or[ae]")
WANTS_TIME = re.compile(
    r"\b(?:ask for|(?:hours?|days?) more|more time|extra time|longer|extension|extend|postpone|deadline|need"
    r"|could i|can i|may i|might i|i'?d like|give me|possible to (?:have|get)|would it be|any chance|get|spare"
    r"|let me have|another|more days?"
    r"|brauche?|brauchte|konnte ich|kann ich|darf ich|hatte gerne?|gib mir|verlanger\w*|aufschub|frist|mehr zeit"
    r"|noch (?:etwas|ein bisschen|ein paar)?|langer|ware es moglich|bitte"
    r"|besoin|pourrais-?je|puis-?je|peux-?tu|pouvez|possible|prolong\w*|delai|plus de temps|en plus|de plus"
    r"|supplementaires?|encore|j'aurais|donne\w*|laisse\w*"
    r"|bisogno|serv(?:e|ono|irebbe\w*)|potrei|posso|avere|proroga\w*|allung\w*|piu tempo|in piu|altr[ioae]|ancora"
    r"|mi (?:dai|date|servono|occorrono)|concede\w*|vorrei)\b"
)
ABOUT_TIME = re.compile(
    r"\b(?:more time|extra time|extension|extend|postpone|bit longer|mehr zeit|aufschub|verlanger\w*|etwas langer"
    r"|plus de temps|delai|prolong\w*|piu tempo|proroga\w*)\b"
)
UNTIL = re.compile(r"\b(?:until|till|til|by|bis|jusqu'?(?:au|a)|avant|fino|entro)\b")
AWAY = re.compile(
    r"\b(?:away|absent|holidays?|vacation|travell?ing|out of town|off to|on leave|offline|no internet|abroad"
    r"|hospital|can'?t play|cannot play|not (?:be )?(?:available|around|able|here|at home)|unavailable"
    r"|urlaub|ferien|verreist|verreise|weg|abwesend|abwesenheit|unterwegs|nicht (?:da|erreichbar|zu hause|spielen)"
    r"|fort|krankenhaus"
    r"|absente?|vacances|voyage|conges?|pas (?:la|dispo\w*|joignable|chez moi)|indisponible|deplacement|parti[es]?"
    r"|via|assente|vacanz[ae]|ferie|viaggio|fuori|non (?:ci saro|ci sono|sono disponibile|posso giocare)|ospedale"
    r"|(?:won'?t|will not|can'?t|cannot|unable to|not able to|no way to|couldn'?t) (?:be )?(?:\w+ )?(?:mov(?:e|ing)|play"
    r"|playing|reply|replying|answer\w*|check\w*|read|around|online|here|home|reach\w*|respond\w*|get online)"
    r"|(?:kann|konnen|werde|werden) (?:\w+ ){0,4}(?:nicht|kein\w*) (?:\w+ ){0,2}(?:ziehen|spielen|mailen|antworten"
    r"|da sein|erreichbar|mitspielen|online)|nicht (?:ziehen|antworten|online|daheim|zuhause)|auf (?:kur|reha|reisen"
    r"|dienstreise|montage|klassenfahrt|tour)|dienstreise|wandern|skifahren|kur|reha|ohne (?:internet|netz|computer)"
    r"|kein (?:internet|netz|wlan)|ne (?:pourrai|peux|pourrons|serai|suis) (?:\w+ ){0,2}pas|sans (?:internet|reseau"
    r"|connexion|ordinateur)|pas (?:jouer|repondre|d'internet)|hors (?:ligne|de france)|hopital|ski"
    r"|non (?:potro|posso|riesco a|riusciro a|potremo) (?:\w+ )?(?:giocare|rispondere|muovere|collegarmi)"
    r"|senza (?:internet|rete|computer|connessione)|in (?:gita|trasferta|montagna|crociera)|settimana bianca)\b"
)
AUTOMATIC = re.compile(
    r"\bout of (?:the )?office|\bautomatic (?:reply|answer)|\bauto-?reply|\blimited access to (?:my )?e-?mail"
    r"|\burgent matters|abwesenheitsnotiz|\bautomatische antwort|\bin dringenden fallen"
    r"|\breponse automatique|\bmessage d'absence|\ben cas d'urgence|\bmail (?:delivery )?system"
    r"|could not be delivered|delivery (?:status|failed|failure)|undeliver\w*|unzustellbar|nicht zugestellt"
    r"|\bim buro\b|non remis|mancato recapito|\brisposta automatica|\bper urgenze|\bin caso di urgenza"
)
"""The words of a program that answers for somebody who is away."""
BACK = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|am) (?:now |finally |already )?(?:back|home again)\b(?! (?:on|by|at|in the) )"
    r"|\bback (?:early|home|now|again|from)\b|\bhome (?:sooner|earlier|early)|\bcancel (?:\w+ ){0,3}my (?:holiday"
    r"|absence|vacation|leave)|\bfruher (?:zuruck|heim|zu hause|daheim)|\bplus tot que prevu|\bprima del previsto"
    r"|^back\W*$|\bstart my clock|\b(?:i'?ve|i have|have) (?:now )?(?:returned|come back|got back)"
    r"|\bavailable again|\bi can play again|\b(?:holiday|vacation)(?:'s| is) over"
    r"|\bkann (?:jetzt )?wieder (?:spielen|ziehen|mitspielen)|\burlaub ist (?:vorbei|zu ende)|\bpeux (?:a nouveau"
    r"|de nouveau|re)\w*|\bvacances sont (?:finies|terminees)|\bposso (?:di nuovo|giocare di nuovo)|\b(?:ferie"
    r"|vacanze) (?:sono )?finit\w"
    r"|\bbin (?:\w+ )?(?:wieder )?(?:zuruck|da|hier|daheim|zuhause)\b|\bwieder (?:zuruck|da|zu hause|daheim)\b"
    r"|^zuruck\W*$|\b(?:je suis|suis) (?:\w+ )?(?:de retour|rentree?s?|revenue?)\b|^de retour\W*$"
    r"|\bsono (?:\w+ )?(?:tornat[oa]|rientrat[oa]|di ritorno|rincasat[oa])\b|^(?:tornat[oa]|rientrat[oa])\W*$"
)
BEING = re.compile(
    r"\b(?:(?:i'?m|i am|we'?re|we are|i'?ll be|we'?ll be|will be|am|are|be) (?:\w+ )?(?:at|in|on|off|going|flying|visiting"
    r"|staying|driving|camping|skiing|sailing|hiking|busy|with|having|moving)|(?:i|we) (?:go|fly|leave|travel|visit|drive)"
    r"|(?:bin|sind|werde|werden) (?:ich|wir)|(?:fahre|fliege|besuche|reise|gehe|mache)n? (?:ich|wir)|(?:ich|wir) (?:bin"
    r"|sind|fahren?|fliegen?|besuchen?|reisen?|gehen?|haben?|machen?)|(?:je|nous) (?:suis|serai|serons|sommes|pars|partons"
    r"|vais|allons|prends|prenons)|(?:sono|saro|siamo|saremo|vado|andiamo|andro|parto|partiamo|faccio|facciamo))\b"
)
"""Being somewhere else: from one day to another, nobody moves."""
LATER = re.compile(r"\b(?:will|'ll|werde|wird|serai|saro|when|wenn|sobald|quand|quando|until|bis|if|falls)\b")
RESIGN = re.compile(
    r"\b(?:resign|i give up|giving up|give up the game|i quit|i concede|concede|throw(?:ing)? (?:in the towel"
    r"|it in)|surrender|forfeit|bow(?:ing)? out|pull(?:ing)? out|withdraw|call it a day|drop(?:ping)? out"
    r"|leave the game|i'?m (?:out|leaving|quitting|resigning|stopping|folding|giving up|conceding|withdrawing|bowing out"
    r"|dropping out|retiring|finished with|done with (?:this|the game))|i fold|count me out|i (?:want|would like|'d like"
    r"|wish|have|need|'ll have|'ve decided) to (?:quit|leave the game|drop out|give up|bow out)|you win|i retire|retire from|quit the game|stop playing"
    r"|gebe (?:\w+ ){0,2}auf|geb(?:e|') auf|gib auf|aufgeben|aufgabe|steige? (?:\w+ )?aus|aussteigen|kapituliere"
    r"|(?:werf|schmeiss)e? (?:\w+ )?(?:das handtuch|hin)|handtuch|bin raus|ziehe mich zuruck|hore (?:\w+ )?auf"
    r"|gib(?:t)?'s auf|ich bin geschlagen"
    r"|j'?abandonne|abandonne(?:r)?|abandon|je (?:renonce|capitule|quitte|jette l'eponge|declare forfait|me retire"
    r"|laisse tomber|m'avoue|arrete la partie)|forfait|declare forfait|me retire|laisse tomber|m'avoue vaincue?"
    r"|mi arrendo|abbandono|abbandonare|mi ritiro|ritirarmi|rinuncio|getto la spugna|arrendermi"
    r"|lascio (?:la partita|perdere|il gioco)|mollo|mi dichiaro (?:sconfitt|vint)\w|me ne vado)\b"
)
NO = re.compile(
    r"\b(?:not|\w+n'?t|never|no intention|if|should i|nicht|kein\w*|nie|niemals|falls|wenn|pas|jamais|si|non|mai|se"
    r"|you|du|ihr|tu|vous|he|she|er|sie|il|elle|wrote|says?|said|schreibt|sagt)\b"
)
"""Before these words nobody resigns for themselves."""
STOP = re.compile(
    r"\b(?:stop (?:all )?(?:sending|mail\w*|e-?mail\w*|writing|these|the)|unsubscribe|no more (?:e-?)?mails?"
    r"|don'?t (?:send|want) (?:\w+ ){0,3}(?:e-?)?mails?|remove (?:me from|my (?:address|e-?mail))|take me off"
    r"|don'?t (?:e-?mail|write to|mail|message) me|(?:don'?t|do not) want (?:\w+ ){0,3}(?:e-?mails?|mails?"
    r"|messages?)|no more messages|leave me alone|delete my (?:address|e-?mail)"
    r"|keine (?:e-?)?mails? mehr|abmelden|abbestellen|mailstopp|hor(?:t)? auf,? mir|schick\w* mir (?:\w+ )?keine"
    r"|aus dem verteiler|keine (?:nachrichten|post|benachrichtigungen) mehr|(?:losch|streich)\w* (?:bitte )?(?:mich"
    r"|meine adresse)|(?:mocht|will|wunsch)\w* (?:\w+ ){0,3}keine (?:e-?)?mails?|nicht mehr (?:\w+ )?(?:schreiben"
    r"|schicken|mailen)"
    r"|desabonn\w*|desinscri\w*|plus (?:recevoir |de |d')(?:\w+ ){0,2}(?:e-?)?(?:mails?|courriels?|messages?)"
    r"|ne m'envoye\w* plus|(?:plus|cess\w+|stop\w*) (?:de |vos |les |aux )?(?:e-?mails?|mails?|messages|courriels)"
    r"|retirez-moi|ne (?:veux|souhaite) plus|arrete\w* (?:vos |ces |de m'envoyer|les (?:e-?)?mails?|d'envoyer)"
    r"|disiscriv\w*|cancellami|non (?:\w+ ){0,3}piu (?:\w+ ){0,2}(?:e-?)?mail|basta (?:con le )?(?:e-?)?mail"
    r"|smett\w* di (?:mandar|inviar|scriver)\w*|togli(?:mi|etemi) dalla|basta (?:messaggi|posta)"
    r"|cancell\w+ (?:il )?mio indirizzo|non (?:mandat|inviat|scrivet)\w+ piu|non voglio piu (?:ricevere)?)\b"
)
MODERATOR = re.compile(
    r"\b(?:moderator\w*|organi[sz]er|organi[sz]e[sd]|someone in charge|replace me|my replacement|(?:find|get) (?:\w+ ){0,2}"
    r"(?:replacement|substitute)|a substitute|take over (?:for me|from me|my (?:seat|place|turn|game|colou?r|side|city))"
    r"|takes? my (?:seat|place)|play (?:instead of me|in my place)|whoever is in charge|(?:a|the) (?:real|actual) person"
    r"|real person|the boss|complain\w*|host|pass (?:this|it|my \w+) on|forward this|(?:new|change|changed|changing"
    r"|different|my) (?:\w+ ){0,2}(?:e-?mail )?address|(?:undo|take back|change|redo|correct) (?:\w+ )?(?:my"
    r"|the) (?:last|previous|earlier) (?:move|turn)|game ?master|gm|admin\w*|umpire|who (?:runs|is running|manages"
    r"|is in charge)|person in charge|whoever runs|human"
    r"|spielleit\w*|turnierleit\w*|leiter(?:in)?|vertretung|ersatz(?:spieler\w*|mann)?|(?:meinen|mein) (?:platz|sitz"
    r"|spiel) (?:\w+ ){0,2}(?:ubernehmen|ubernimmt|abgeben|weiter\w*)|mich (?:\w+ ){0,2}(?:vertreten|ersetzen|vertritt"
    r"|ersetzt)|fur mich (?:weiterspielen|einspringen|ubernehmen)|weiterleiten|weitergeben|beschwer\w*|(?:neue|andere"
    r"|geanderte) (?:e-?mail-?|mail-?)?adresse|adresse (?:hat sich )?geander\w*|(?:letzten"
    r"|vorigen) zug (?:\w+ ){0,2}(?:zuruck\w*|ander\w*|korrigier\w*)|veranstalter\w*|wer (?:leitet|betreut)"
    r"|organisator\w*"
    r"|moderat(?:eur|rice)|organisat(?:eur|rice)|maitre (?:du|de) jeu|meneu[rs]e? de jeu|animat(?:eur|rice)"
    r"|(?:nouvelle|change\w*) (?:\w+ ){0,2}adresse|annuler mon dernier (?:coup|tour)|transmett\w+|arbitre"
    r"|responsable|administrateur|qui (?:gere|organise|s'occupe)|me remplace\w*|remplacante?|prendre ma place"
    r"|reprendre ma (?:place|partie)|jouer a ma place"
    r"|moderat(?:ore|rice)|organizzat(?:ore|rice)|organizza|gestore|responsabile|master|(?:nuovo|cambiat\w|cambiare"
    r"|cambio) (?:\w+ ){0,2}indirizzo|annullare (?:la )?mia ultima mossa|inoltr\w+|arbitro|amministratore"
    r"|chi (?:gestisce|organizza)|sostituirmi|sostitut\w|(?:prendere|al|prenda|prende) (?:il )?mio posto"
    r"|giocare al posto mio)\b"
)
RULE = re.compile(
    r"\b(?:rules?|rulebook|regeln?|regelheft|regelwerk|reglement|regles?|regol[ae]|regolamento|spielregeln?|anleitung)\b"
)
RULE_NUMBER = re.compile(r"\b([a-z]{2,4}-[0-9]+(?:\.[0-9]+)*)\b")
RULE_ASKED = re.compile(
    r"\b(?:where|is there|remind|says?|mean|need|want|gibt es|brauche|mochte|besoin|voudrais|c'e|vorrei|bisogno"
    r"|read|send|show|find|link|see|explain|what|look up|have|wo|lesen|schick\w*|zeig\w*|finde\w*|nachlesen"
    r"|erklar\w*|was|ou|lire|envoy\w*|montr\w*|trouv\w*|voir|expliqu\w*|quelles?|dove|legg\w*|mand\w*|mostr\w*"
    r"|trov\w*|vedere|spieg\w*|quali|please|bitte|svp|per favore)\b|\?"
)
SHOW = re.compile(
    r"\b(?:(?:send|show|resend|mail|give|see|have|get)\b.{0,40}\b(?:position|board|map|state of (?:the )?(?:game"
    r"|play)|report|last (?:e-?)?mail|picture|(?:e-?)?mail again|again)"
    r"|(?:lost|deleted|can'?t find|cannot find|missing|binned|trashed|didn'?t (?:get|receive)|never got) (?:the "
    r"|your |my |that |this )?(?:last |latest )?(?:e-?mail|mail|message|position|board)|what (?:does"
    r"|did) the board look|look like (?:now|after)|where (?:do things|are we|does the game) (?:stand|now)?"
    r"|(?:schick|zeig|send|gib|kann|konnte|brauche|hatte)\w*\b.{0,40}\b(?:stellung|brett|spielstand|spielplan"
    r"|bericht|position|mail (?:noch ?mal|nochmals|erneut))|(?:mail|e-?mail|nachricht) (?:\w+ ){0,3}(?:geloscht"
    r"|verloren|weg|nicht mehr)|wie sieht (?:\w+ )?(?:das brett|der plan|es) (?:gerade |jetzt )?aus"
    r"|nochmal schicken|noch einmal schicken"
    r"|(?:envoy|renvo|montr|voir|redonn|avoir)\w*\b.{0,40}\b(?:position|plateau|carte|situation|partie|rapport"
    r"|dernier (?:e-?)?mail|(?:e-?)?mail|message)|retrouve (?:pas|plus) (?:le |la |votre |ton "
    r"|l')?(?:dernier )?(?:e-?mail|mail|message|courriel)|(?:perdu|supprime|efface) (?:le |la |votre |ton "
    r"|l')?(?:dernier )?(?:e-?mail|mail|message|courriel)"
    r"|(?:mand|rimand|invi|rinvi|mostr|veder|riaver|rived|avere)\w*\b.{0,40}\b(?:posizione|tabellone|mappa"
    r"|situazione|partita|plancia|resoconto|ultima (?:e-?)?mail|(?:e-?)?mail)|non trovo piu (?:la |l'"
    r"|il )?(?:ultima )?(?:e-?mail|mail|messaggio)|com'e (?:la situazione|il tabellone|messa)|(?:perso"
    r"|cancellato) (?:la |l'|il )?(?:ultima )?(?:e-?mail|mail|messaggio))\b"
    r"|\b(?:resend|re-send|send (?:it|that|this|me that|them|everything)? ?(?:again|once more)|can'?t find (?:it|the|your)"
    r"|(?:schick\w*|send\w*) (?:\w+ ){0,4}(?:nochmal\w*|noch ?mal|erneut|noch einmal)|renvoy\w+|renvoie\w*"
    r"|rimand\w+|rinvi\w+|reinvi\w+)\b"
    r"|^(?:please )?(?:show|position|board|zeig\w*|stellung|brett|montre\w*|plateau|mostra\w*|posizione"
    r"|tabellone)\b(?: (?:me|mir|moi|mi|entry|eintrag|entree|coup|voce|mossa|the|den|la|l'|turn|zug|move|please"
    r"|bitte|svp))*\W*(?P<entry>[0-9]{1,4})?\W*(?:please|bitte|svp|per favore)?\W*$"
)
STATUS = re.compile(
    r"\b(?:who'?s?e? (?:turn|move|go)|am i (?:next|up|on)|is it me|is it (?:\w+'s|his|her) (?:turn|move|go)"
    r"|has (?:\w+ ){1,2}(?:moved|played|gone)(?: yet)?|where (?:are we|do we stand)|what'?s (?:going on|happening)"
    r"|(?:time|days?|hours?) (?:do i have )?left|by when|my deadline|who(?:'s| is) (?:next|to (?:move|play)|up"
    r"|turn)|is it (?:still |now |already )?my (?:turn|move|go)|did (?:it|my (?:move|turn|mail"
    r"|e-?mail)) (?:go through|arrive|work|count)|my turn yet|how (?:long|much time) (?:have|do) i|when (?:is|do i"
    r"|must i|does)\b.{0,30}\b(?:due|move|deadline|turn)|what(?:'s| is) the (?:score|status|deadline|standing)"
    r"|how many points|who(?:'s| is) (?:winning|ahead|leading)"
    r"|wer (?:ist|war) (?:\w+ )?(?:dran|am zug|an der reihe)|(?:bin|war) ich (?:\w+ )?(?:dran|am zug|an der reihe)"
    r"|wie lange habe ich|bis wann|wie steht(?:'s| es)|spielstand|wo stehen wir|wie ist der (?:stand|punktestand)"
    r"|punktestand|(?:ist|hat) (?:mein(?:e)?) (?:zug|mail|e-mail) (?:angekommen|geklappt)"
    r"|ist (?:\w+ )?(?:noch )?(?:dran|am zug|an der reihe)|wie viel zeit|wieviel zeit|frist lauft|wer (?:fuhrt"
    r"|gewinnt|liegt vorn)|wie viele punkte|wieviel(?:e)? punkte"
    r"|a qui (?:est-ce|c'est|le tour|de jouer|est)|est-ce (?:que c'est )?(?:mon tour|a moi)|c'est a qui|mon tour \?"
    r"|c'est a moi|ou en (?:est|sommes)|(?:a|est)-t-(?:il|elle) (?:deja )?joue|(?:combien de temps|jusqu'a quand"
    r"|quelle heure limite|date limite)|quel est le (?:score|statut|delai)|qui (?:mene|gagne)|combien de points"
    r"|a chi tocca|tocca a me|di chi e il turno|e il mio turno|quanto tempo (?:ho|mi)|entro quando"
    r"|qual e il punteggio|sono (?:io )?di turno|a che punto siamo|quanto (?:manca|tempo)|(?:e|avete) (?:arrivata"
    r"|ricevuto) (?:la )?(?:mia )?mossa|chi deve (?:giocare|muovere)|ha gia giocato|scadenza|chi (?:vince"
    r"|e in testa|sta vincendo)|quanti punti)\b"
    r"|^(?:status|state|stand|statut|etat|stato)\W*$"
)
HELP = re.compile(
    r"\b(?:help|sos|tutorial|i'?m new|new to this|how does (?:this|it)|not sure (?:how|what) to|explain"
    r"|blick\w* (?:\w+ )?nicht|komm\w* (?:\w+ )?nicht (?:mehr )?mit|was bedeutet|kapier\w* (?:\w+ )?(?:nicht|nix"
    r"|nichts)|erklar\w*|mode d'emploi|expliqu\w*|c'est quoi|perplexe|mi spieg\w*|spieg\w*|non ci capisco"
    r"|che cosa devo|what now|now what|what next|und (?:jetzt|nun)|was (?:jetzt|nun)|et maintenant|e (?:adesso|ora)"
    r"|how (?:do|can|should|does|am) (?:i|one|this|we|you|it)\b.{0,30}|how to (?:move|play|answer|write)|what (?:do"
    r"|am|should|must|can) i (?:\w+ ){0,3}(?:do|write|type|send)|(?:don'?t|do not|dont|can'?t) (?:understand"
    r"|get (?:it|this)|know (?:how|what)|follow)|no (?:idea|clue) (?:what|how)|i'?m (?:lost|confused|stuck)"
    r"|instructions?"
    r"|hilfe|hilf|wie (?:mache?|geht|ziehe|antworte|schreibe|funktioniert|gebe|kann|soll|muss)\b.{0,30}|was (?:muss"
    r"|soll|kann) ich (?:\w+ ){0,2}(?:machen|tun|schreiben)|verstehe? (?:\w+ ){0,3}(?:nicht|nix|nichts|nur bahnhof)"
    r"|keine ahnung|komme nicht (?:klar|zurecht|weiter)"
    r"|aide\w*|au secours|comment (?:je|on|faire|jouer|fait|dois|ca|repondre|puis|envoyer)\b.{0,30}|(?:comprends?"
    r"|compris|pige) (?:rien|pas)|je ne sais pas (?:quoi|comment)|que (?:dois|faut)\b.{0,20}|perdue?"
    r"|aiut\w*|come (?:faccio|si (?:fa|gioca|risponde|scrive|muove)|devo|posso|funziona)\b.{0,30}|non (?:capisco"
    r"|ho capito|so (?:come|cosa))|cosa (?:devo|faccio)|istruzioni)\b"
)
SAYING = re.compile(
    r"(?i)\s*(?:please |bitte |per favore |can you |could you |s'il (?:te|vous) pla[iî]t,? |svp )?"
    r"(?:(?:pass (?:this|it|the following|these words)? ?on(?= to)|forward (?:this|it)?(?= ?to)|let|say|tell|sag[est]*|schreib\w*|richte?|dis|dites|dire|d[iì]'?|dici|dite|dillo|message|nachricht"
    r"|messaggio|transmet\w*|riferisci)\s+(?:(?:to|an|zu|à|a|ad|au|aux|ai|al|alla|pour|per|für"
    r"|for)\s+)?|(?:to|an|à|a|for|für|pour"
    r"|per) (?=[^:]{2,20}:))"
    r"(?P<to>all(?:en|e)?|everyone|everybody|the others|alle(?:n)?|tous|tout le monde|toutes|tutti|(?:den )?anderen"
    r"|les autres|gli altri|[^\W\d_][\w'. -]{0,24}?)(?: know| wissen| weiter| sapere)?\s*(?::|\s-\s|\s–\s|,\s(?=\"))\s*(?P<text>.+)$",
    re.DOTALL,
)
TELLING = re.compile(
    r"(?i)\s*(?:(?:please |bitte |can you |could you )?(?:tell|sag[est]*|dis|dites|dici|d[iì]'?|dica) (?:(?:to|zu|à|a"
    r"|ad) )?|@)(?P<to>[^\W\d_][\w'-]*),?(?: (?:that|dass|daß|que|qu'|che))? (?P<text>.{3,})$",
    re.DOTALL,
)
SAYING_ALONE = re.compile(r"(?i)\s*(?:say|sag[est]*|dis|dites|dire|dici|di'?)\s*:\s*(?P<text>.+)$", re.DOTALL)
ALL = re.compile(
    r"all|alle|allen|everyone|everybody|others|tous|toutes|tutti|anderen|tout le monde|den anderen|"
    r"les autres|gli altri"
)
"""To whom words are said that everybody may read."""


def natural_requests(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests:
    """What sentences ask for; `seats` are what players are called, in plain letters → their seats."""
    if AUTOMATIC.search(" ".join(map(plain, sentences))):
        return Requests()
    whole = whole_request(sentences, seats, today)
    if whole:
        return whole
    lines, left = list[str](), list[str]()
    for each in sentences:
        line = talk_line(each, seats) or line_of(plain(each), today)
        (lines if line else left).append(line or each)
    return Requests(tuple(dict.fromkeys(lines)), tuple(left))


def plain(text: str) -> str:
    return " ".join(plain_letters(re.sub("-", "\u2010", tidy_line(text))).replace("\u2010", "-").split())


def whole_request(sentences: Sequence[str], seats: Mapping[str, str], today: date) -> Requests | None:
    """A request that takes all of the words: those for the moderator; days of absence, wherever the days are named."""
    text = plain(" ".join(sentences))
    if any(talk_line(each, seats).startswith("say to") for each in sentences):
        return None
    if any(is_resignation(plain(each)) for each in sentences):
        return None
    if MODERATOR.search(text) and not SAYING_ALONE.match(sentences[0]):
        words = re.sub(
            r"(?i)^(?:to|an|à|a|al|all')\s*(?:the|den|die|le|la|l'|il)?\s*\w+\s*:\s*", "", " ".join(sentences)
        )
        return Requests((f"say to moderator: {words}",))
    line = absence_line(text, today)
    return Requests((line,)) if line else None


def absence_line(text: str, today: date) -> str:
    """The line of an absence, if the words name its days."""
    found = absence_days(text, today)
    is_away = AWAY.search(text) or (len(found) > 1 and BEING.search(text) and not WANTS_TIME.search(text))
    if not found or not is_away or (BACK.search(text) and len(found) < 2):
        return ""
    first, last = (
        (found[0], found[1]) if len(found) > 1 else (today, found[0]) if UNTIL.search(text) else (found[0], found[0])
    )
    return f"absent: {first} to {last}" if first <= last else ""


def absence_days(text: str, today: date) -> list[date]:
    """The first and the last day of an absence; only one where only one is named."""
    named = days_in(text, today)
    found = [each.day for each in named[:2]]
    if len(found) == 2 and RETURN.search(text[named[0].end : named[1].start]):
        found[1] -= timedelta(1)
    span = SPAN.search(text) if found or not time_line(text, today) else None
    if len(found) < 2 and span and not HOURS.match(span["unit"]) and not UNTIL.search(text):
        first = found[0] if found else today
        return [first, first + timedelta(days_of(span) - 1)]
    return found or week_named(text, today)


RETURN = re.compile(r"\b(?:back|return\w*|zuruck|wieder da|retour|rentre\w*|reviens|torn\w*|rientr\w*|ritorno)\b")
NEXT_WEEK = re.compile(
    r"\b(?:next week|nachste woche|kommende woche|semaine prochaine|prossima settimana|settimana prossima)\b"
)


def week_named(text: str, today: date) -> list[date]:
    """Monday and Sunday of the next week, where that is named."""
    monday = today + timedelta(7 - today.weekday())
    return [monday, monday + timedelta(6)] if NEXT_WEEK.search(text) else []


def days_of(span: re.Match[str]) -> int:
    """How many days a span is; hours are rounded up."""
    count = int(span["count"]) if span["count"].isdigit() else NUMBER[span["count"]]
    return count * 7 if WEEKS.match(span["unit"]) else -(-count // 24) if HOURS.match(span["unit"]) else count


def line_of(text: str, today: date) -> str:
    """The canonical line of a sentence in plain letters, or ""."""
    if is_resignation(text):
        return "resign"
    if STOP.search(text):
        return "stop mail"
    if time := time_line(text, today):
        return time
    if BACK.search(text) and not LATER.search(text):
        return "back"
    if (number := RULE_NUMBER.search(text)) and (RULE.search(text) or RULE_ASKED.search(text) or len(text.split()) < 3):
        return f"rules {number[1].upper()}"
    if RULE.search(text) and (RULE_ASKED.search(text) or len(text.split()) <= 2):
        return "rules"
    if STATUS.search(text):
        return "status"
    if found := SHOW.search(text):
        return f"show {found['entry']}" if found["entry"] else "show"
    return "help" if HELP.search(text) else ""


def is_request(line: str, today: date) -> bool:
    """Whether a line asks for something."""
    return bool(line_of(plain(line), today)) or bool(MODERATOR.search(plain(line)))


def is_resignation(text: str) -> bool:
    found = RESIGN.search(text)
    return bool(found) and not NO.search(text[: found.start()] if found else "")


def time_line(text: str, today: date) -> str:
    """The line that asks for time, in days; in words to the moderator where their number is not said."""
    found = SPAN.search(text)
    if found and WANTS_TIME.search(text):
        days = days_of(found)
        return f"ask for {days} day{'s' * (days > 1)}"
    until = days_in(text, today) if UNTIL.search(text) and WANTS_TIME.search(text) and not AWAY.search(text) else []
    if until and (days := (until[0].day - today).days) > 0:
        return f"ask for {days} day{'s' * (days > 1)}"
    return f"say to moderator: {text}" if ABOUT_TIME.search(text) else ""


def talk_line(sentence: str, seats: Mapping[str, str]) -> str:
    """`say: …` or `say to SEAT: …` for words that are meant for others; "" where nobody is named."""
    found = SAYING.match(sentence) or TELLING.match(sentence)
    if found:
        to = plain_letters(found["to"]).removeprefix("the ")
        if ALL.fullmatch(to):
            return f"say: {found['text'].strip()}"
        return f"say to {seats[to]}: {found['text'].strip()}" if to in seats else ""
    alone = SAYING_ALONE.match(sentence)
    return f"say: {alone['text'].strip()}" if alone else ""
