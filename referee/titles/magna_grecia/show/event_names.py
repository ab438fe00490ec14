"""What the events of Magna Grecia are called where they are counted, in the words of its rulebook."""

from referee.words import say

EVENT_NAMES = {
    "OracleSet": say("Oracle placed"),
    "CardTurned": say("Card of the next round turned over"),
    "RoundBegan": say("Round begun"),
    "RoadLaid": say("Road tile laid"),
    "CityLaid": say("City tile laid"),
    "MarketReturned": say("Market returned to its owner"),
    "MarketBuilt": say("Market built"),
    "MarketSold": say("Market sold"),
    "OracleTurned": say("Oracle turned to a city"),
    "Resupplied": say("Tiles resupplied"),
    "TurnEnded": say("Turn ended"),
    "MarketRemoved": say("Market removed at the end"),
    "MarketScored": say("Market scored"),
    "OracleScored": say("Oracle scored"),
    "GameEnded": say("Game ended"),
}
