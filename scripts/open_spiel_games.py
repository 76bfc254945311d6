"""Plays random games of 8x8 Othello with open_spiel and prints every ply.

usage: open_spiel_games.py GAMES SEED

One line per ply, `ply;PLAYER;LEGAL ACTIONS;ACTION`, and one at the end of each
game, `end;RETURN OF BLACK`. Actions are squares in reading order from 0; 64 is
a pass.
"""

import random
import sys

import pyspiel


def main():
    games, seed = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(seed)
    game = pyspiel.load_game("othello")
    lines = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            action = chance.choice(legal)
            listed = " ".join(map(str, legal))
            lines.append(f"ply;{state.current_player()};{listed};{action}")
            state.apply_action(action)
        lines.append(f"end;{state.returns()[0]}")
        print("\n".join(lines))
        lines.clear()


if __name__ == "__main__":
    main()
