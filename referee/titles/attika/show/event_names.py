"""What the events of Attika are called where they are counted, in the words of its rulebook."""

from referee.words import say

EVENT_NAMES = {
    "TileLaid": say("Landscape tile placed"),
    "BuildingDealt": say("Building dealt to a storage board"),
    "OrderSet": say("Order of play fixed"),
    "CardDealt": say("Card dealt"),
    "TurnBegan": say("Turn begun"),
    "BuildingDrawn": say("Building drawn"),
    "BuildingBuilt": say("Building built"),
    "BuildingStored": say("Building put on a storage board"),
    "AmphoraEarned": say("Amphora earned"),
    "ActionDone": say("Action finished"),
    "TileTurned": say("Landscape tile turned over"),
    "TileBuried": say("Landscape tile put under the pile"),
    "AmphoraReturned": say("Amphora returned"),
    "RestGivenUp": say("Cards taken instead of actions"),
    "AmphoraeKept": say("Turn ended with amphorae in hand"),
    "CardTaken": say("Card taken"),
    "DeckReshuffled": say("Deck reshuffled"),
    "CardsLapsed": say("Cards lost because none were left"),
    "AttikaTurnEnded": say("Turn ended"),
    "AttikaGameEnded": say("Game ended"),
}
