#!/bin/sh
# Lets Quarry, a graphical client, play a game of `outflank gtp` against itself on a virtual display and
# prints the GTP session.
#
#   scripts/try-quarry.sh [TIME [OPTION...]]
#
# TIME is the number of Quarry's time limit: 0 none, 1 ten minutes per game, 2 fifteen
# seconds per move, 3 half a minute for every ten moves. Options are those of `outflank gtp`,
# `--level 3` by default. OUTFLANK is the program (default: the release build), and SIZE the board's
# side length (default: 8). Needs the Debian packages quarry, xvfb and xdotool.
set -eu

time=${1:-0}
size=${SIZE:-8}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --level 3
outflank=$(realpath "${OUTFLANK:-$(dirname "$0")/../target/release/outflank}")
PATH=$PATH:/usr/games
for program in quarry Xvfb xdotool "$outflank"; do
    command -v "$program" >/dev/null || {
        echo "$program: not found (see the head of $0)" >&2
        exit 2
    }
done

folder=$(mktemp -d)
xvfb= quarry=
finish() {
    for process in $quarry $xvfb; do
        kill "$process" 2>/dev/null || true
    done
    wait
    rm -r "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Quarry starts both engines with this script. Each has its own log, named after the
# first move requested.
cat >"$folder/engine" <<END
#!/bin/sh
log=$folder/\$\$.gtp
tee_to_log() { while IFS= read -r line; do
    printf '%s %s\n' "\$1" "\$line" >>"\$log"
    printf '%s\n' "\$line"
done; }
tee_to_log '>' | "$outflank" gtp $* | tee_to_log '<'
END
chmod +x "$folder/engine"

cat >"$folder/.quarry" <<END
[GTP Engine "Outflank"]
Screen name format = "%n %v"
Name = "Outflank"
Command line = "$folder/engine"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White is computer = true
Engine playing white = "Outflank"
Black is computer = true
Engine playing black = "Outflank"

[New Reversi Game Parameters]
Board size = $size
Time control type = $time
Keep track of total time = 0
Time limit for game = 10:00
Time limit for move = 00:15
Main time = 00:00
Overtime period length = 00:30
Moves per overtime = 10
END

Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$folder/display" 2>"$folder/xvfb.log" &
xvfb=$!
until [ -s "$folder/display" ]; do
    kill -0 $xvfb
    sleep 0.1
done
DISPLAY=:$(cat "$folder/display")
export DISPLAY
HOME=$folder quarry >"$folder/quarry.log" 2>&1 &
quarry=$!

# Presses a key in a window once it exists.
press() {
    xdotool search --sync --onlyvisible --name "$1" windowfocus --sync key --clearmodifiers "$2" \
        >/dev/null
    sleep 1
}
press 'Quarry Control Center' alt+n
press '^New Game$' alt+f
press '^New Game$' alt+p

# Nothing announces the end of the game: the session just stops.
sleep 5
said=-1
while now=$(cat "$folder"/*.gtp | wc -c) && [ "$now" -gt "$said" ]; do
    said=$now
    sleep 8
done

black=$(grep -l 'genmove black' "$folder"/*.gtp)
cat "$black"
# The square of each play, and the answer to each genmove.
moves=$(sed -n 's/^> play [a-z]* \([A-P][0-9]*\)$/\1/p; s/^< = \([A-P][0-9]*\)$/\1/p' "$black")
moves=$(echo "$moves" | tr -d '\n')
echo
echo "$moves"
cat "$folder/quarry.log" >&2
"$outflank" hint "$moves" --board "${size}x$size" --level 1 --hash 1 | grep 'The game is over' || {
    echo "error: the game did not end" >&2
    exit 1
}
